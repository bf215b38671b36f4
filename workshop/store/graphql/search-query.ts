/** The part of the platform's search syntax that clients of orders and products use. */

/** Terms like `updated_at:>='2026-01-01'` and `status:active`, all of which must match. */
export type Term = { field: string; operator: '' | '>' | '>=' | '<' | '<='; value: string }

const term = /\b([a-z_]{1,40}):(>=|<=|>|<)?(?:'([^']*)'|"([^"]*)"|([^\s'"()]+))/g

export const readTerms = (query: unknown): Term[] =>
  typeof query !== 'string'
    ? []
    : [...query.matchAll(term)].map(([, field = '', operator = '', single, double, plain]) => ({
        field,
        operator: operator as Term['operator'],
        value: single ?? double ?? plain ?? '',
      }))

/** Whether a moment is as the term says. */
export function matchesDate({ operator, value }: Term, date: Date): boolean {
  const limit = Date.parse(value)
  const at = date.getTime()
  switch (operator) {
    case '>':
      return at > limit
    case '>=':
      return at >= limit
    case '<':
      return at < limit
    case '<=':
      return at <= limit
    case '':
      return date.toISOString().startsWith(value)
  }
}
