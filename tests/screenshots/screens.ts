/** Every address of the URL table that has a screen for merchants, so that a new one is never forgotten. */
import { listAddresses } from '../support/route-build.ts'

/** What stands for each parameter of an address; a state without one leaves its screens out. */
export type SeededNames = Partial<
  Record<
    'site' | 'team' | 'member' | 'token' | 'goal' | 'nudge' | 'activity' | 'import' | 'invitation',
    string
  >
>

/**
 * Who is asking for it. A newcomer has an account and no organization yet; of somebody half logged in
 * only the password is known.
 */
export const screenVisitors = ['guest', 'halfway', 'newcomer', 'owner'] as const
export type ScreenVisitor = (typeof screenVisitors)[number]

export type CapturedScreen = { address: string; as: ScreenVisitor }

/** Of staff, and those that only lead on. */
const notForMerchants = ['/account', '/home/live', '/settings/outbox', '/settings/outbox/:id', '/*']

/** By the beginning of the address; the longer ones come first. */
const parameters: readonly [string, Readonly<Record<string, keyof SeededNames>>][] = [
  ['/settings/teams/:id/members', { id: 'team', member: 'member' }],
  ['/settings/teams', { id: 'team' }],
  ['/account/api-tokens', { id: 'token' }],
  ['/data-feeds/activities', { uuid: 'activity' }],
  ['/data-feeds/imports', { uuid: 'import' }],
  ['/goals', { id: 'goal' }],
  ['/nudges', { id: 'nudge' }],
  ['/pixel', { id: 'site' }],
  ['/invitations', { token: 'invitation' }],
]

/** Links of mails: each state shows what a link says that was never made. */
const neverMade: Readonly<Record<string, string>> = {
  '/auth/reset/:token': '/auth/reset/never-made',
}

const halfway = ['/auth/two-factor', '/auth/emergency']
const guests = ['/auth/', '/unsubscribe']
const newcomers = ['/invitations/', '/onboarding']

export function listScreens(): CapturedScreen[] {
  const paths = listAddresses()
    .filter(({ id, file }) => !id.startsWith('unbuilt:') && file.endsWith('.tsx'))
    .map(({ path }) => path)
    .filter((path) => !notForMerchants.includes(path))
  return [...new Set(paths)].map((address) => ({
    address,
    as: visitorOf(address),
  }))
}

function visitorOf(address: string): ScreenVisitor {
  const isOneOf = (beginnings: readonly string[]) =>
    beginnings.some((beginning) => address.startsWith(beginning))
  if (isOneOf(halfway)) return 'halfway'
  if (isOneOf(guests)) return 'guest'
  return isOneOf(newcomers) ? 'newcomer' : 'owner'
}

/**
 * The path to ask for, or null in a state that has nothing of the kind.
 *
 * @throws for an address with a parameter that nothing stands for
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

/** A name for files: `/goals/:id` becomes `goals-id`. */
export const fileNameOf = (address: string): string =>
  address === '/'
    ? 'home'
    : address
        .slice(1)
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/-$/, '')
