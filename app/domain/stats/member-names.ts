/** Names of pages, devices and countries. Safe in the browser. */

/** @param member as the sums call it; empty: unknown */
export function memberName(by: 'page' | 'device' | 'country', member: string): string {
  if (by === 'page') return member === '' ? 'Unknown page' : member
  return by === 'device' ? (deviceNames[member] ?? member) : countryName(member)
}

const deviceNames: Record<string, string> = {
  desktop: 'Desktop',
  mobile: 'Phone',
  tablet: 'Tablet',
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** The code comes from a header, so it can be any two letters. */
function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return 'Unknown country'
  return regions.of(code) ?? code
}
