/** The address as a browser may follow or load it, or nothing. */
export function webAddress(given: string | null): string | undefined {
  if (given === null || !URL.canParse(given)) return undefined
  const { protocol, username, password, href } = new URL(given)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return username || password ? undefined : href
}
