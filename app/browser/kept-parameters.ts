/** Parameters that an address takes over from another one. */

/**
 * Adds the given parameters that the address doesn't have yet.
 *
 * @param given missing values are left out
 */
export function keepParameters(
  address: string,
  given: Readonly<Record<string, string | null | undefined>>,
): string {
  const url = new URL(address)
  const missing = Object.entries(given).filter(([name]) => !url.searchParams.has(name))
  for (const [name, value] of missing) if (value) url.searchParams.set(name, value)
  return missing.length === 0 ? address : url.href
}

/** The named parameters of an address. */
export function readParameters(
  address: string,
  names: readonly string[],
): Record<string, string | null> {
  const { searchParams } = new URL(address)
  return Object.fromEntries(names.map((name) => [name, searchParams.get(name)]))
}
