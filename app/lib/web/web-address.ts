/**
 * The one judge of URLs that strangers typed or sent. One that passes is of http or https, without a
 * user name and password, and not longer than what we keep. Use the URL that is returned: the parser
 * drops line breaks and writes hosts in lower case and punycode, so the text can mean something else to
 * the next reader. Whether an address is on a public network is checked when it is opened
 * (guarded-opener.server.ts). Safe in the browser.
 */
import { readUrl } from '../read-url.ts'

/** Longer than any page or image that people link to, and kept in many rows. */
export const maxWebAddress = 2048

/** Queries of providers and signed addresses of files are longer than what we keep. */
export const maxOpenedAddress = 16 * 1024

type Reading = {
  /** The page whose links are read. Absent: only a whole URL is one. */
  base?: string | URL | undefined
  /** In characters, before and after it was normalized. */
  max?: number
}

export function parseWebAddress(
  text: string | null | undefined,
  { base, max = maxWebAddress }: Reading = {},
): URL | null {
  if (text == null || text.length > max) return null
  // The parser reads "https:shop.example" as a host, and browsers read it as a path.
  if (base === undefined && !/^\s*https?:\/\//i.test(text)) return null
  const url = readUrl(text, base)
  if (!url) return null
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && !url.username && !url.password && url.href.length <= max ? url : null
}

/** As people type it: without a scheme it is one of https. */
export const parseTypedAddress = (typed: string): URL | null =>
  parseWebAddress(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)

/** The URL if browsers can follow or load it, otherwise undefined. */
export const webAddress = (given: string | null | undefined): string | undefined =>
  parseWebAddress(given)?.href
