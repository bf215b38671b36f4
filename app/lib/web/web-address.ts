/** The URL if browsers can follow or load it, otherwise undefined. */
export function webAddress(given: string | null): string | undefined {
  if (given === null || !URL.canParse(given)) return undefined
  const { protocol, username, password, href } = new URL(given)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return username || password ? undefined : href
}
