/** Labels of nudge types and descriptions of where a nudge is shown. Safe in the browser. */
import type { NudgePlacement, NudgeRules, PathRule } from '#app/contract/nudge-rules.ts'
import type { NudgeType } from '#app/contract/nudges.ts'

type TypeLabels = {
  name: string
  /** What it shows, in a sentence or two. */
  about: string
}

export const typeLabels: Record<NudgeType, TypeLabels> = {
  purchase: {
    name: 'Recent purchase',
    about: 'Tells real orders one by one: who bought what, as far as your privacy settings allow.',
  },
  purchases: {
    name: 'Number of orders',
    about: 'Tells how often the product on the page, or anything on your site, was ordered lately.',
  },
  selling_out: {
    name: 'Selling fast',
    about: 'Tells how often a product was ordered, and what is left when that will soon be gone.',
  },
  cart_counter: {
    name: 'In other carts',
    about: 'Tells how many other visitors put the product of the page into their cart.',
  },
  visitor: {
    name: 'Visitors of the page',
    about: 'Tells how many others look at the same page, counted by the pixel.',
  },
  visitors: {
    name: 'Visitors of the site',
    about: 'Tells how many others are on your site, counted by the pixel.',
  },
  conversion: {
    name: 'Recent sign-up',
    about: 'Tells real sign-ups one by one, such as those to your newsletter.',
  },
  conversions: {
    name: 'Number of sign-ups',
    about: 'Tells how many sign-ups there were lately.',
  },
  stock_level: {
    name: 'Stock level',
    about: 'Tells how many pieces of the product are left, as your page says it.',
  },
  delivery_date: {
    name: 'Delivery date',
    about: 'Tells when an order arrives, and until when that holds, from your cut-off times.',
  },
  free_delivery: {
    name: 'Free delivery',
    about: 'Tells how much is missing in the cart until delivery is free.',
  },
  discount: {
    name: 'Discount',
    about: 'Tells an offer of yours, with its code, its conditions and its true end.',
  },
  review: {
    name: 'Review',
    about: 'Tells what customers wrote, one review after the other, in their own words.',
  },
  reviews: {
    name: 'Rating',
    about: 'Tells the average of your reviews and how many there are.',
  },
  custom: {
    name: 'Own message',
    about: 'Tells what you write. Numbers and people that nobody can check are refused.',
  },
}

export const categoryLabels = {
  popular: { title: 'Popular', lead: 'Who is here, and who joined.' },
  selling_fast: { title: 'Selling fast', lead: 'What others really ordered.' },
  order_soon: { title: 'Order soon', lead: 'What is left, and when an order arrives.' },
  good_to_know: { title: 'Good to know', lead: 'Offers, reviews and what you want to say.' },
} as const

export const categories = ['selling_fast', 'popular', 'order_soon', 'good_to_know'] as const
export type Category = (typeof categories)[number]

export const kindNames: Record<NudgeRules['kinds'][number], string> = {
  home: 'the home page',
  product: 'product pages',
  collection: 'collections',
  cart: 'the cart',
  other: 'other pages',
}

/** "Product pages, path contains /sale; not /checkout". */
export function describePages({
  pages = [],
  notPages = [],
  kinds = [],
}: Partial<NudgeRules>): string {
  const only = [...kinds.map((kind) => kindNames[kind]), ...pages.map(formatPath)]
  const on = only.length === 0 ? 'Every page' : beginLarge(listed(only))
  return notPages.length === 0 ? on : `${on}; not ${listed(notPages.map(formatPath))}`
}

/** "After the element #price". Null: no placement yet. */
export function describePlacement(placement: NudgePlacement | null): string | null {
  if (placement === null) return null
  const where = {
    before: 'Before',
    after: 'After',
    prepend: 'At the beginning of',
    append: 'At the end of',
  }[placement.where]
  return `${where} ${placement.selector}`
}

/** More rules than this are counted instead of listed. */
const named = 2

function listed(parts: readonly string[]): string {
  const rest = parts.length - named
  const first = parts.slice(0, named).join(', ')
  return rest > 0 ? `${first} and ${String(rest)} more` : first
}

function formatPath({ match, value }: PathRule): string {
  return match === 'contains' ? `paths with ${value}` : value
}

const beginLarge = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
