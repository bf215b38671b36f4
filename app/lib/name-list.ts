/**
 * "A, B and 3 more", for lists of any length.
 *
 * @param most names that are written out; the others are counted
 */
export function formatNames(names: readonly string[], most: number): string {
  const rest = names.length - most
  const first = names.slice(0, most).join(', ')
  return rest > 0 ? `${first} and ${String(rest)} more` : first
}
