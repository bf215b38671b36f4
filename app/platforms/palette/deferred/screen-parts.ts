/** The screens below those of the navigation, which typing finds as well. */
import type { Right } from '#app/domain/teams/roles.ts'

export type ScreenPart = {
  label: string
  /** Other words that find it. */
  words?: string
  /** Absent: each role sees it. */
  right?: Right
}

type Parts = {
  /** Address of a screen of the navigation. */
  screen: RegExp
  /** Above the addresses of the parts. Absent: the screen's own. */
  base?: string
  /** By the rest of their address. */
  parts: Readonly<Record<string, ScreenPart>>
}

/** Other words that find a screen of the navigation, by its label there. */
export const screenWords: Readonly<Record<string, string>> = {
  Home: 'dashboard start',
  Goals: 'conversions',
  Statistics: 'analytics figures reports',
  'Data feeds': 'orders sources',
  Integrations: 'apps connect plugins shop',
  'Site settings': 'domain url time zone timezone logo name category preferences',
  Pixel: 'code script install snippet tag',
  Organization: 'team company name logo',
  Account: 'profile name email photo language',
  Billing: 'invoices receipts payments card refund price subscription cancel tax vat coupon',
  Support: 'help contact question',
}

const screenParts: readonly Parts[] = [
  {
    screen: /^\/popup-nudges\/list$/,
    base: '/popup-nudges',
    parts: { '': { label: 'Library of popup nudges' } },
  },
  { screen: /^\/inline-nudges$/, parts: { '/library': { label: 'Library of inline nudges' } } },
  {
    screen: /^\/push-nudges\/prompt$/,
    base: '/push-nudges',
    parts: {
      '/campaigns': { label: 'Push campaigns', words: 'messages send' },
      '/automations': { label: 'Push automations', words: 'back in stock price drop cart' },
      '/subscribers': { label: 'Push subscribers', words: 'opt-outs export' },
      '/delivery': { label: 'Push delivery', words: 'quiet hours limits' },
    },
  },
  {
    screen: /^\/statistics$/,
    parts: {
      '/effect': { label: 'Impact', words: 'experiments holdout' },
      '/nudges': { label: 'Statistics by nudge', words: 'impressions clicks' },
      '/pages': { label: 'Breakdown', words: 'pages devices countries' },
      '/products': { label: 'Statistics by product' },
      '/not-shown': { label: 'Why not shown', words: 'reasons' },
      '/speed': { label: 'Site speed', words: 'web vitals' },
      '/reports': { label: 'Email reports', words: 'weekly monthly newsletter' },
    },
  },
  {
    screen: /^\/data-feeds$/,
    parts: {
      '': { label: 'Purchases', words: 'orders sales refunds returns customers' },
      '/signups': { label: 'Sign-ups' },
      '/reviews': { label: 'Reviews', words: 'ratings stars' },
      '/products': { label: 'Products', words: 'stock prices catalog inventory' },
      '/messages': { label: 'Messages' },
      '/counts': { label: 'Live counts', words: 'visitors now' },
      '/exclusions': { label: 'Exclusions', words: 'hide block countries' },
      '/imports': { label: 'Imports', words: 'files csv' },
    },
  },
  {
    screen: /^\/integrations$/,
    parts: {
      '/rest_api': { label: 'REST API', words: 'developers' },
      '/javascript': { label: 'JavaScript', words: 'developers' },
      '/smart-webhook': { label: 'Smart webhook', words: 'new create' },
      '/form_submissions': { label: 'Form submissions' },
    },
  },
  {
    screen: /^\/site-settings$/,
    parts: {
      '/look': {
        label: 'Appearance',
        words: 'color colour design position dark light theme font corner brand style',
      },
      '/timing': { label: 'Display', words: 'timing frequency delay mobile' },
      '/privacy': { label: 'Privacy of visitors', words: 'consent names cookies gdpr anonymous' },
      '/titles': { label: 'Language', words: 'translations titles wording' },
      '/webhooks': { label: 'Webhooks', words: 'endpoints' },
      '/danger': { label: 'Transfer or delete site', right: 'sites:manage' },
    },
  },
  {
    screen: /^\/settings\/teams\/\d+$/,
    parts: {
      '/plan': {
        label: 'Plan and usage',
        words: 'limit visitors upgrade quota boost',
        right: 'members:view',
      },
      '/members': {
        label: 'Members',
        words: 'invite people roles colleagues coworkers teammates users permissions',
        right: 'members:view',
      },
      '/log': { label: 'Audit log', words: 'history', right: 'audit:view' },
      '/ownership': { label: 'Transfer or delete organization', right: 'team:transfer' },
    },
  },
  {
    screen: /^\/account\/general$/,
    base: '/account',
    parts: {
      '/security': { label: 'Security', words: 'password two-factor 2fa mfa passkeys login' },
      '/devices': { label: 'Devices', words: 'sessions' },
      '/api-tokens': { label: 'API tokens', words: 'developers keys' },
      '/notifications': { label: 'Emails', words: 'notifications unsubscribe' },
      '/privacy': { label: 'Your data', words: 'download export delete close account gdpr' },
    },
  },
]

/** Parts of the screens that a shell offers, in their order. */
export const listScreenParts = (
  screens: readonly { to: string; label: string }[],
): (ScreenPart & { to: string; screen: string })[] =>
  screens.flatMap(({ to, label: screen }) => {
    const area = screenParts.find((one) => one.screen.test(to))
    if (!area) return []
    const { base = to, parts } = area
    return Object.entries(parts).map(([end, part]) => ({ ...part, to: base + end, screen }))
  })
