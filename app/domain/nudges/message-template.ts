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

/** Whether people often leave the value empty. Shops never lack the others. */
export const mayBeMissing = (name: string) =>
  ['first_name', 'place', 'product', 'goal', 'excerpt'].includes(name)

export type TemplateSlot = {
  name: string
  /** Null: without a value the nudge isn't shown. */
  fallback: string | null
  /** As it was typed, with its braces. */
  text: string
  start: number
}

/** The placeholders of a template, in order. */
export const templateSlots = (template: string): TemplateSlot[] =>
  [...template.matchAll(slot)].map(({ 0: text, 1: name = '', 2: fallback, index: start }) => ({
    name,
    fallback: fallback ?? null,
    text,
    start,
  }))

type TemplateWords = { name: null; text: string; start: number }

/** A template cut into placeholders and the words between them. Joined, they are the template. */
export function templateParts(template: string): (TemplateSlot | TemplateWords)[] {
  const parts: (TemplateSlot | TemplateWords)[] = []
  let end = 0
  const addWords = (until: number) => {
    if (until > end) parts.push({ name: null, text: template.slice(end, until), start: end })
  }
  for (const found of templateSlots(template)) {
    addWords(found.start)
    parts.push(found)
    end = found.start + found.text.length
  }
  addWords(template.length)
  return parts
}

/** A placeholder as it is typed. A fallback can't hold the characters that placeholders consist of. */
export const formatSlot = (name: string, fallback: string | null): string =>
  fallback === null ? `{${name}}` : `{${name}|${fallback.replace(/[{}|\r\n]/g, '')}}`

export const isKnownFact = (name: string): name is TemplateVariable =>
  Object.hasOwn(templateVariables, name)

/** "First name". Values that pages provide have the names that the pages gave them. */
export const factName = (name: string): string =>
  isKnownFact(name) ? (templateVariables[name].split(' (')[0] ?? name) : name

/** "[First name or “Someone”] bought [Product, required]". */
export const describeTemplate = (template: string): string =>
  templateParts(template)
    .map((part) => {
      if (part.name === null) return part.text
      const instead =
        part.fallback === null ? ', required' : part.fallback === '' ? '' : ` or “${part.fallback}”`
      return `[${factName(part.name)}${instead}]`
    })
    .join('')

/** Fills in the values; null when one is missing and has no fallback. */
export function renderTemplate(template: string, values: TemplateValues): string | null {
  let missing = 0
  const text = template.replace(slot, (_whole, name: string, instead: string | undefined) => {
    const value: string | null | undefined = values[name as TemplateVariable]
    if (value != null && value !== '') return value
    if (instead === undefined) missing += 1
    return instead ?? ''
  })
  // Spaces that keep words together stay, as in French quotes.
  return missing === 0 ? text.replace(/[ \t\r\n]+/g, ' ').trim() : null
}
