/** Every URL of the table that has a screen. Includes new ones automatically. */
import { listAddresses } from '#tests/support/route-build.ts'
import { kioskVariants } from './kiosk-screens.ts'

/** Values of the URLs' parameters. In a state without one, its screens are skipped. */
export type SeededNames = Partial<
  Record<
    | 'site'
    | 'team'
    | 'member'
    | 'token'
    | 'goal'
    | 'nudge'
    | 'activity'
    | 'import'
    | 'invitation'
    | 'webhook'
    | 'connection'
    | 'smartWebhook'
    | 'recipe'
    | 'request'
    | 'delivery'
    | 'message'
    | 'job'
    | 'link'
    | 'campaign',
    string
  >
>

/**
 * Who requests it. A newcomer has an account without an organization; someone halfway has only
 * entered the password. A starter has just created what their screen is about, where the owner's
 * site has none of it. A settler's shop was recognized by its home page. A suspended one owns an
 * organization that staff have suspended.
 */
export const screenVisitors = [
  'guest',
  'halfway',
  'newcomer',
  'starter',
  'settler',
  'suspended',
  'owner',
  'staff',
] as const
export type ScreenVisitor = (typeof screenVisitors)[number]

export type CapturedScreen = {
  address: string
  as: ScreenVisitor
  /** Beginning of a button's name that opens a dialog or menu. */
  opens?: string
}

/** Other states of a URL: steps, filters, dialogs and a page that doesn't exist. */
const variants: readonly CapturedScreen[] = [
  { address: '/no/such/page', as: 'owner' },
  { address: '/onboarding?step=install', as: 'owner' },
  { address: '/onboarding?step=nudge', as: 'owner' },
  { address: '/onboarding?step=publish', as: 'owner' },
  { address: '/data-feeds?text=nothing-like-it', as: 'owner' },
  { address: '/onboarding?step=nudge&from=file', as: 'settler' },
  { address: '/?site=silent', as: 'settler' },
  { address: '/?organization=suspended', as: 'suspended' },
  { address: '/popup-nudges?organization=suspended', as: 'suspended' },
  { address: '/data-export?:link', as: 'guest' },
  { address: '/integrations?text=nothing-like-it', as: 'owner' },
  { address: '/integrations/wordpress?way=keys', as: 'owner' },
  { address: '/integrations/smart-webhook?webhook=:id', as: 'starter' },
  {
    address: '/integrations/form_submissions?name=Newsletter&page=/contact&selector=%23join',
    as: 'owner',
  },
  { address: '/popup-nudges/list?text=nothing-like-it', as: 'owner' },
  { address: '/statistics?compare=none&chart=conversions', as: 'owner' },
  { address: '/statistics/pages?by=country', as: 'owner' },
  { address: '/goals/new?preset=cart', as: 'owner' },
  { address: '/goals/:id', as: 'owner', opens: 'Delete ' },
  { address: '/settings/teams/:id/members/:member', as: 'owner', opens: 'Remove ' },
  { address: '/data-feeds/imports/:uuid', as: 'owner', opens: 'Discard' },
  { address: '/', as: 'owner', opens: 'Current site' },
  { address: '/', as: 'owner', opens: 'Account' },
  ...kioskVariants,
]

/** URLs that only redirect. */
const withoutScreen = ['/account', '/home/live', '/settings/outbox', '/settings/outbox/:id', '/*']

/** By prefix of the URL; longer ones first. */
const parameters: readonly [string, Readonly<Record<string, keyof SeededNames>>][] = [
  ['/settings/teams/:id/members', { id: 'team', member: 'member' }],
  ['/settings/teams', { id: 'team' }],
  ['/account/api-tokens', { id: 'token' }],
  ['/data-feeds/activities', { uuid: 'activity' }],
  ['/data-feeds/imports', { uuid: 'import' }],
  ['/integrations/connections', { uuid: 'connection' }],
  ['/integrations/smart-integration', { id: 'recipe' }],
  ['/integrations/smart-webhook', { id: 'smartWebhook' }],
  ['/goals', { id: 'goal' }],
  ['/site-settings/webhooks', { id: 'webhook' }],
  ['/nudges', { id: 'nudge' }],
  ['/push-nudges/campaigns', { id: 'campaign' }],
  ['/pixel', { id: 'site' }],
  ['/support', { id: 'request' }],
  ['/kiosk/users', { id: 'member' }],
  ['/kiosk/teams', { id: 'team' }],
  ['/kiosk/support', { id: 'request' }],
  ['/kiosk/deliveries', { delivery: 'delivery', message: 'message' }],
  ['/kiosk/jobs', { job: 'job' }],
  ['/invitations', { token: 'invitation' }],
  ['/data-export', { link: 'link' }],
]

/** Links that are sent once: every state shows the page for a link that doesn't exist. And a plan and an automation, as all have them. */
const neverMade: Readonly<Record<string, string>> = {
  '/billing/plan/:id': '/billing/plan/plus',
  '/push-nudges/automations/:kind': '/push-nudges/automations/back_in_stock',
  '/push/:token': '/push/never-made',
  '/auth/reset/:token': '/auth/reset/never-made',
  '/shopify/join/:token': '/shopify/join/never-made',
}

const halfway = ['/auth/two-factor', '/auth/emergency']
const guests = ['/auth/', '/data-export', '/unsubscribe', '/push/']
const newcomers = ['/invitations/', '/onboarding']
const starters = [
  '/integrations/connections/',
  '/integrations/smart-webhook/',
  '/site-settings/webhooks/',
]

export function listScreens(): CapturedScreen[] {
  const paths = listAddresses()
    .filter(({ id, file }) => !id.startsWith('unbuilt:') && file.endsWith('.tsx'))
    .map(({ path }) => path)
    .filter((path) => !withoutScreen.includes(path))
  const screens = [...new Set(paths)].map((address) => ({ address, as: visitorOf(address) }))
  return [...screens, ...variants]
}

function visitorOf(address: string): ScreenVisitor {
  const isOneOf = (beginnings: readonly string[]) =>
    beginnings.some((beginning) => address.startsWith(beginning))
  if (isOneOf(['/kiosk'])) return 'staff'
  if (isOneOf(halfway)) return 'halfway'
  if (isOneOf(guests)) return 'guest'
  if (isOneOf(starters)) return 'starter'
  return isOneOf(newcomers) ? 'newcomer' : 'owner'
}

/**
 * The path to request; null in a state without the data.
 *
 * @throws for a URL with an unknown parameter
 */
export function pathOf(address: string, names: SeededNames): string | null {
  const known = neverMade[address]
  if (known !== undefined) return known

  const standIns = [...address.matchAll(/:([a-z]+)/g)].map(([, parameter = '']) => {
    const named = parameters.find(([beginning]) => address.startsWith(beginning))?.[1][parameter]
    if (named === undefined) throw new Error(`${address}: nothing stands for ${parameter}.`)
    return { parameter, value: names[named] }
  })
  if (standIns.some(({ value }) => value === undefined)) return null
  return standIns.reduce(
    (path, { parameter, value = '' }) => path.replace(`:${parameter}`, value),
    address,
  )
}

/** A file name: `/goals/:id` becomes `goals-id`. */
export const fileNameOf = ({ address, opens = '' }: CapturedScreen): string =>
  `${address === '/' ? 'home' : address} ${opens.toLowerCase()}`
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
