/**
 * Text that the database keeps. PostgreSQL refuses U+0000 in text and JSON, and halves of surrogate pairs
 * in JSON (https://www.postgresql.org/docs/17/datatype-json.html); as a query's error either would be ours.
 */

/** The sentence about a text that isn't storable. */
export const unstorableMessage = 'This has a character that can’t be stored. Type it again.'

export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * The path of the first text in parsed input that isn't storable, a name of a field included.
 *
 * @returns null when all are
 */
export function findUnstorable(value: unknown): readonly PropertyKey[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : []
  if (Array.isArray(value)) return findIn(value.entries())
  if (!isPlain(value)) return null
  return findIn(Object.entries(value))
}

function findIn(entries: Iterable<readonly [PropertyKey, unknown]>): readonly PropertyKey[] | null {
  for (const [name, value] of entries) {
    if (typeof name === 'string' && !isStorable(name)) return []
    const found = findUnstorable(value)
    if (found) return [name, ...found]
  }
  return null
}

/** Dates, maps and the like have no text of a sender in fields. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * The beginning of a text. Leaves out a character that would be cut in two: the database refuses half of
 * one in JSON, and shows it as “�” elsewhere.
 *
 * @param most UTF-16 units
 */
export const shorten = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
