/**
 * Keeps the campaign and the affiliate of a link from the first page to registration, in a cookie of
 * our own that only the server reads. Nothing about the person is in it.
 */
import type { Config } from '#app/config.server.ts'
import {
  attributionWords,
  isFromLink,
  mergeAttribution,
  parseAttribution,
  readAttribution,
  type Attribution,
} from '#app/domain/accounts/profile/attribution.ts'
import { readSessionToken } from './cookie.server.ts'
import { defineCookie } from './define-cookie.server.ts'

/** Lax, because the first page is reached by a link of another site. */
const cookie = defineCookie({ name: 'attribution', seconds: 7 * 86_400, sameSite: 'Lax' })

/** Browsers drop cookies of more than 4096 bytes. */
const maxValueBytes = 3000

export const attributionCookie = {
  /** Null when there is none, when the header has it twice, and when it isn't ours. */
  read: (config: Pick<Config, 'appUrl'>, request: Request): Attribution | null => {
    const value = cookie.read(config, request) ?? ''
    if (value.length > maxValueBytes) return null
    const attribution = parseAttribution(Buffer.from(value, 'base64url').toString('utf8'))
    return isFromLink(attribution) ? attribution : null
  },

  end: cookie.end,
}

/**
 * The Set-Cookie header for a page that a link with a campaign or an affiliate led to. The first link
 * counts. Null when there is nothing to keep: other links, people who are logged in, and browsers
 * that ask not to be followed (Global Privacy Control).
 */
export function keepAttribution(config: Pick<Config, 'appUrl'>, request: Request): string | null {
  if (!isPageVisit(request) || request.headers.get('sec-gpc') === '1') return null
  if (readSessionToken(config, request) !== null) return null

  const seen = readAttribution(new URL(request.url), request.headers.get('referer'), config.appUrl)
  if (!isFromLink(seen)) return null
  const kept = attributionCookie.read(config, request)
  const merged = mergeAttribution(kept ?? {}, seen)
  if (kept && JSON.stringify(kept) === JSON.stringify(merged)) return null
  return cookie.write(config, encode(merged))
}

/** Opened in a tab. Images and frames on other websites can't plant an affiliate. */
function isPageVisit({ method, headers }: Request): boolean {
  const destination = headers.get('sec-fetch-dest') ?? 'document'
  const wantsPage = headers.get('accept')?.includes('text/html') ?? false
  return method === 'GET' && wantsPage && destination === 'document'
}

/** Leaves out what doesn't fit, the least important first. */
function encode(attribution: Attribution): string {
  let fitting = ''
  let words: Attribution = {}
  for (const word of attributionWords) {
    const value = attribution[word]
    if (value === undefined) continue
    words = { ...words, [word]: value }
    const encoded = Buffer.from(JSON.stringify(words)).toString('base64url')
    if (encoded.length > maxValueBytes) break
    fitting = encoded
  }
  return fitting
}
