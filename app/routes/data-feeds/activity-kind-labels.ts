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
  'What your shop’s server sends is shown at once. Anybody who knows your pages could report as one of them: off, their reports wait here for you.'

export const activityKindLabels: Record<ActivityKind, ActivityKindLabels> = {
  purchase: {
    path: '/data-feeds',
    title: 'Purchases',
    one: 'purchase',
    many: 'purchases',
    rule: 'Show purchases that only a page of your site reported',
    ruleAbout: fromPages,
    empty: 'Paid orders that your shop reports appear here within seconds.',
  },
  signup: {
    path: '/data-feeds/signups',
    title: 'Sign-ups',
    one: 'sign-up',
    many: 'sign-ups',
    rule: 'Show sign-ups that only a page of your site reported',
    ruleAbout: fromPages,
    empty: 'Sign-ups that your shop or a form of your pages reports appear here within seconds.',
  },
  review: {
    path: '/data-feeds/reviews',
    title: 'Reviews',
    one: 'review',
    many: 'reviews',
    rule: 'Show reviews that only a page of your site reported',
    ruleAbout: `${fromPages} Average and number count what is shown, whatever it says.`,
    empty: 'Reviews that your pages report appear here within seconds.',
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
