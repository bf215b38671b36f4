/** Parameters that an address takes over from another one. */

/**
 * The address with the named parameters, as far as it hasn't got them and they are given.
 *
 * @param given a missing value is left out
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
