/** Texts of the three activity screens. Safe in the browser. */
import type { ActivityKind } from '#app/contract/activities.ts'

export type ActivityKindLabels = {
  path: string
  title: string
  /** For example "3 purchases". */
  one: string
  many: string
  /** Label of automatic approval, and what it means. */
  rule: string
  ruleAbout: string
  /** For the empty state. */
  empty: string
}

const fromPages =
  'Data from your shop or server is trusted and shown right away. Data from your pages could be faked, so it needs your approval unless you turn this on. Changes apply to new data only.'

export const activityKindLabels: Record<ActivityKind, ActivityKindLabels> = {
  purchase: {
    path: '/data-feeds',
    title: 'Purchases',
    one: 'purchase',
    many: 'purchases',
    rule: 'Approve purchases from your pages automatically',
    ruleAbout: fromPages,
    empty: 'Paid orders appear here within seconds of your shop reporting them.',
  },
  signup: {
    path: '/data-feeds/signups',
    title: 'Sign-ups',
    one: 'sign-up',
    many: 'sign-ups',
    rule: 'Approve sign-ups from your pages automatically',
    ruleAbout: fromPages,
    empty:
      'Sign-ups appear here within seconds of your shop or a form on your site reporting them.',
  },
  review: {
    path: '/data-feeds/reviews',
    title: 'Reviews',
    one: 'review',
    many: 'reviews',
    rule: 'Approve reviews from your pages automatically',
    ruleAbout: `${fromPages} Averages and totals include every approved review, good or bad.`,
    empty: 'Reviews appear here within seconds of your pages reporting them.',
  },
}

/** From the screen's URL. */
export function kindOfPath(address: string): ActivityKind {
  const { pathname } = new URL(address)
  if (pathname.endsWith('/signups')) return 'signup'
  return pathname.endsWith('/reviews') ? 'review' : 'purchase'
}

/** "1 purchase", "3 purchases". */
export const formatKindCount = (
  count: number,
  { one, many }: Pick<ActivityKindLabels, 'one' | 'many'>,
) => `${String(count)} ${count === 1 ? one : many}`
