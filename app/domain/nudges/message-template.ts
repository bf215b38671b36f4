/** The owner's template instead of the type's text. Needs no database; safe in the browser. */

/** Values of placeholders. A missing value uses the fallback of `{name|fallback}`. */
export type TemplateValues = Readonly<Partial<Record<TemplateVariable, string | null>>>

export const templateVariables = {
  first_name: 'First name',
  place: 'Place (“in Utrecht”)',
  product: 'Product',
  goal: 'Signed up for',
  stars: 'Number of stars',
  excerpt: 'Review excerpt',
  count: 'Number',
  window: 'Time frame (“in the last 24 hours”)',
  average: 'Average rating',
  stock: 'Stock left',
} as const
export type TemplateVariable = keyof typeof templateVariables

const slot = /\{\s*(\w+)\s*(?:\|([^{}]*))?\}/g

/** The placeholders of a template in order, and whether each has a fallback. */
export const templateSlots = (template: string): { name: string; hasInstead: boolean }[] =>
  [...template.matchAll(slot)].map(([, name = '', instead]) => ({
    name,
    hasInstead: instead !== undefined,
  }))

/** Fills in the values; null when one is missing and has no fallback. */
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
