/** Texts that the owner reads while a nudge has nothing to show. Safe in the browser. */
import type { ActivityKind } from '#app/contract/activities.ts'

/** Data that only the shop's pages can report. */
export type PageData = 'stock' | 'carts'

export type AwaitedData = {
  /** Null: it doesn't wait for its pages. */
  page: PageData | null
  /** Null: it shows no activities. */
  kind: ActivityKind | null
  /** Why it shows nothing now. */
  missing: string
  /** One more activity is enough. */
  isOneEnough: boolean
  /** All activities are older than the look-back period. */
  hasOlder: boolean
  /** Activities that need approval. */
  unapproved: number
  /** The site's shop sends them without any further setup. */
  isAutomatic: boolean
}

const nouns: Record<ActivityKind, { one: string; many: string }> = {
  purchase: { one: 'order', many: 'orders' },
  signup: { one: 'sign-up', many: 'sign-ups' },
  review: { one: 'review', many: 'reviews' },
}

const pageNouns: Record<PageData, string> = {
  stock: 'stock',
  carts: 'what visitors add to their carts',
}

export type AwaitedWords = {
  /** Title of the step once the nudge is published. */
  title: string
  reason: string
  /** When it goes live. */
  when: string
}

export function describeAwaited(awaited: AwaitedData): AwaitedWords {
  const { kind, missing, isOneEnough, hasOlder, page } = awaited
  if (page !== null) {
    return {
      title: 'Waiting for data from your pages',
      reason: `Your pages don’t report ${pageNouns[page]} yet.`,
      when: 'once they do',
    }
  }
  if (kind === null || !isOneEnough) {
    return {
      title: 'Waiting for data',
      reason: missing,
      when: 'once there’s enough data to show',
    }
  }
  const { one, many } = nouns[kind]
  const next = `your ${hasOlder ? 'next' : 'first'} ${one}`
  return {
    title: `Waiting for ${next}`,
    reason: hasOlder
      ? `All of your ${many} are too old to show.`
      : `You don’t have any ${many} to show yet.`,
    when: `with ${next}`,
  }
}

/** "2 orders need your approval." Null: none do. */
export function describeUnapproved({ kind, unapproved }: AwaitedData): string | null {
  if (kind === null || unapproved === 0) return null
  const { one, many } = nouns[kind]
  return unapproved === 1
    ? `1 ${one} needs your approval.`
    : `${String(unapproved)} ${many} need your approval.`
}

export type DataWay = { label: string; to: string }

/** The easiest one first. */
export function listDataWays(
  { kind, page: awaitedPage, isAutomatic }: AwaitedData,
  site: { uuid: string; nudge: string },
): DataWay[] {
  const step = '/onboarding?step=nudge&from='
  const file = { label: 'Import a file', to: '/data-feeds/imports' }
  const page = { label: 'Report from your pages', to: `/pixel/${site.uuid}?part=developers` }
  if (awaitedPage === 'carts') return [{ ...page, label: 'Set up your pages' }]
  if (awaitedPage === 'stock') {
    return [
      { label: 'Add a product feed', to: '/data-feeds/products' },
      { ...page, label: 'Report stock from your pages' },
    ]
  }
  switch (kind) {
    case 'purchase':
      return [
        { label: 'Import a file of orders', to: `${step}file` },
        ...(isAutomatic
          ? []
          : [
              { label: 'Report from your thank-you page', to: `${step}page` },
              { label: 'Send from your server', to: `${step}server` },
            ]),
      ]
    case 'signup':
      return [file, page, { label: 'Send from your server', to: '/account/api-tokens' }]
    case 'review':
      return [file, { label: 'Send from your server', to: '/account/api-tokens' }]
    case null:
      return [{ label: 'Check nudge', to: `/nudges/${site.nudge}` }]
  }
}
