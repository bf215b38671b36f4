/** The header names of Cloudflare and Amazon CloudFront, in lower case. */
const countryHeaders = ['cf-ipcountry', 'cloudfront-viewer-country']

/**
 * The country that our proxy found for a client's address. Without our own proxy in front, clients can
 * set these headers to anything (docs/threats.md T28).
 *
 * @param read reads a header by its name in lower case
 * @returns ISO 3166-1 alpha-2; empty when it's unknown
 */
export function countryOf(read: (name: string) => string | null | undefined): string {
  for (const name of countryHeaders) {
    const value = read(name)
    // XX and T1 are Cloudflare's codes for "unknown" and for Tor.
    if (value && /^[A-Z]{2}$/.test(value) && value !== 'XX') return value
  }
  return ''
}
