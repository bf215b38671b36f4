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
      '/reports': { label: 'Email reports', words: 'weekly' },
    },
  },
  {
    screen: /^\/data-feeds$/,
    parts: {
      '': { label: 'Purchases', words: 'orders' },
      '/signups': { label: 'Sign-ups' },
      '/reviews': { label: 'Reviews', words: 'ratings stars' },
      '/products': { label: 'Products', words: 'stock prices' },
      '/messages': { label: 'Messages' },
      '/counts': { label: 'Live counts', words: 'visitors now' },
      '/exclusions': { label: 'Exclusions', words: 'hide countries' },
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
      '/look': { label: 'Appearance', words: 'color design position' },
      '/timing': { label: 'Display', words: 'timing pace' },
      '/privacy': { label: 'Privacy of visitors', words: 'consent names' },
      '/titles': { label: 'Language', words: 'translations titles' },
      '/webhooks': { label: 'Webhooks', words: 'endpoints' },
      '/danger': { label: 'Transfer or delete site', right: 'sites:manage' },
    },
  },
  {
    screen: /^\/settings\/teams\/\d+$/,
    parts: {
      '/plan': { label: 'Plan and usage', words: 'limit visitors' },
      '/members': { label: 'Members', words: 'invite people roles' },
      '/log': { label: 'Audit log', words: 'history', right: 'audit:view' },
      '/ownership': { label: 'Transfer or delete organization', right: 'team:transfer' },
    },
  },
  {
    screen: /^\/account\/general$/,
    base: '/account',
    parts: {
      '/security': { label: 'Security', words: 'password two-factor passkeys' },
      '/devices': { label: 'Devices', words: 'sessions' },
      '/api-tokens': { label: 'API tokens', words: 'developers keys' },
      '/notifications': { label: 'Emails', words: 'notifications' },
      '/privacy': { label: 'Your data', words: 'download export delete account' },
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
