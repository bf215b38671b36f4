/** The owner's own words in the place of the type's. Needs no database; safe in the browser. */
import type { NudgeMessage } from '#app/contract/nudge-settings.ts'
import type { NudgeType } from '#app/contract/nudges.ts'

/** What can be put into own words. A value that is missing lets `{name|instead}` speak. */
export type TemplateValues = Readonly<Partial<Record<TemplateVariable, string | null>>>

export const templateVariables = {
  first_name: 'First name',
  place: 'Where, such as “in Utrecht”',
  product: 'Product',
  goal: 'What they signed up for',
  stars: 'Number of stars',
  excerpt: 'The customer’s words',
  count: 'The number',
  window: 'The window, such as “in the last 24 hours”',
  average: 'Average of the stars',
  stock: 'Pieces left',
} as const
export type TemplateVariable = keyof typeof templateVariables

type TemplateRule = {
  /** Of the text and the title. */
  offers: readonly TemplateVariable[]
  /** The number is told: the text has to have it, and its window beside it. */
  counts?: boolean
}

/**
 * Types that take own words. The others say what their own fields hold (custom, discount, delivery,
 * free delivery), or change their words with the page's stock (selling out).
 */
export const templateRules: Partial<Record<NudgeType, TemplateRule>> = {
  purchase: { offers: ['first_name', 'place', 'product'] },
  conversion: { offers: ['first_name', 'place', 'goal'] },
  review: { offers: ['first_name', 'place', 'product', 'stars', 'excerpt'] },
  purchases: { offers: ['count', 'window'], counts: true },
  conversions: { offers: ['count', 'window', 'goal'], counts: true },
  reviews: { offers: ['average', 'count', 'window'], counts: true },
  visitor: { offers: ['count', 'window'], counts: true },
  visitors: { offers: ['count', 'window'], counts: true },
  cart_counter: { offers: ['count', 'window'], counts: true },
  stock_level: { offers: ['stock'], counts: true },
}

const slot = /\{\s*(\w+)\s*(?:\|([^{}]*))?\}/g

/** The names that stand in a template, in their order, and whether something is said instead. */
export const templateSlots = (template: string): { name: string; hasInstead: boolean }[] =>
  [...template.matchAll(slot)].map(([, name = '', instead]) => ({
    name,
    hasInstead: instead !== undefined,
  }))

/** The template with the values in it; null when one is missing and nothing is said instead. */
export function renderTemplate(template: string, values: TemplateValues): string | null {
  let missing = 0
  const text = template.replace(slot, (_whole, name: string, instead: string | undefined) => {
    const value: string | null | undefined = values[name as TemplateVariable]
    if (value != null && value !== '') return value
    if (instead === undefined) missing += 1
    return instead ?? ''
  })
  return missing === 0 ? text.replace(/\s+/g, ' ').trim() : null
}

/** A message that says nothing of its own is none. */
export const hasTemplate = (message: NudgeMessage | null): message is NudgeMessage =>
  message !== null && (message.title !== '' || message.text !== '')
