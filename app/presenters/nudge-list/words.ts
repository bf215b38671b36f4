/** Categories of nudges, and how screens describe where one is shown. Safe in the browser. */
import type { NudgePlacement, NudgeRules, PathRule } from '#app/contract/nudge-rules.ts'
import { formatNames } from '#app/lib/name-list.ts'

export type Category = 'selling_fast' | 'popular' | 'order_soon' | 'good_to_know'

const kindNames: Record<NudgeRules['kinds'][number], string> = {
  home: 'the home page',
  product: 'product pages',
  collection: 'collections',
  cart: 'the cart',
  other: 'other pages',
}

/** "Product pages, paths containing /sale, except /checkout". */
export function describePages({
  pages = [],
  notPages = [],
  kinds = [],
}: Partial<NudgeRules>): string {
  const only = [...kinds.map((kind) => kindNames[kind]), ...pages.map(formatPath)]
  const on = only.length === 0 ? 'Every page' : beginLarge(formatNames(only, mostRules))
  return notPages.length === 0
    ? on
    : `${on}, except ${formatNames(notPages.map(formatPath), mostRules)}`
}

/** "After the element #price". Null: no placement yet. */
export function describePlacement(placement: NudgePlacement | null): string | null {
  if (placement === null) return null
  const where = {
    before: 'Before',
    after: 'After',
    prepend: 'At the start of',
    append: 'At the end of',
  }[placement.where]
  return `${where} ${placement.selector}`
}

/** More rules than this are counted instead of listed. */
const mostRules = 2

function formatPath({ match, value }: PathRule): string {
  return match === 'contains' ? `paths containing ${value}` : value
}

const beginLarge = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
