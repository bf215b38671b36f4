/**
 * Where a new account came from: the words of a campaign, an affiliate's token and the page before,
 * nothing else. Safe in the browser.
 */
import { maxOpenedAddress, parseWebAddress } from '#app/lib/web/web-address.ts'

const campaignWords = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
] as const

/** All that is stored with the user, the most important first. */
export const attributionWords = ['affiliate_token', ...campaignWords, 'referer'] as const
type AttributionWord = (typeof attributionWords)[number]

export type Attribution = Readonly<Partial<Record<AttributionWord, string>>>

/** Longer values are truncated: they are informative only. */
const longest = 255

/** As in site settings. Longer tokens belong to no one. */
const longestToken = 100

/**
 * Reads the URL of the first page.
 *
 * @param referer the header; ignored when it's one of our pages
 * @param appUrl our own origin
 */
export function readAttribution(address: URL, referer: string | null, appUrl: string): Attribution {
  const { searchParams } = address
  const words = campaignWords.map((word) => [word, searchParams.get(word)] as const)
  return cleanWords([
    ['affiliate_token', searchParams.get('affiliate')],
    ...words,
    ['referer', otherPage(referer, appUrl)],
  ])
}

/** Parses what a form or a cookie carries until registration. Drops unknown keys. */
export function parseAttribution(text: unknown): Attribution {
  const parsed = typeof text === 'string' ? readJson(text) : null
  if (typeof parsed !== 'object' || parsed === null) return {}
  const entries = new Map<string, unknown>(Object.entries(parsed))
  return cleanWords(attributionWords.map((word) => [word, entries.get(word)]))
}

/**
 * The first campaign counts as a whole, so that words of two campaigns never mix, and so does the
 * first affiliate.
 */
export function mergeAttribution(first: Attribution, later: Attribution): Attribution {
  const campaign = hasCampaign(first) ? first : { ...later, ...first }
  const token = first.affiliate_token ?? later.affiliate_token
  return token === undefined ? campaign : { ...campaign, affiliate_token: token }
}

/** Whether a link with campaign words was followed. */
const hasCampaign = (attribution: Attribution): boolean =>
  campaignWords.some((word) => attribution[word] !== undefined)

/** Whether there is more than the page before, which is no reason to keep anything. */
export const isFromLink = (attribution: Attribution): boolean =>
  hasCampaign(attribution) || attribution.affiliate_token !== undefined

/** The link to registration that keeps an affiliate's link, also in browsers without cookies. */
export function registrationPath(address: URL): string {
  const { affiliate_token, ...campaign } = readAttribution(address, null, '')
  const query = new URLSearchParams(campaign)
  if (affiliate_token !== undefined) query.set('affiliate', affiliate_token)
  return `/auth/register?${query.toString()}`
}

function cleanWords(entries: readonly (readonly [AttributionWord, unknown])[]): Attribution {
  const words = entries.map(([word, value]) => {
    const isUsable = typeof value === 'string'
    return [word, isUsable ? cleanValue(word, value) : ''] as const
  })
  return Object.fromEntries(words.filter(([, value]) => value !== ''))
}

function cleanValue(word: AttributionWord, value: string): string {
  const cleaned = value.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim()
  if (word === 'affiliate_token') return cleaned.length > longestToken ? '' : cleaned
  // The cut may leave half of a character, which no database stores.
  return cleaned.slice(0, longest).replaceAll(/\p{Cs}/gu, '')
}

/** Without its query, which may identify the reader. */
function otherPage(referer: string | null, appUrl: string): string {
  const page = parseWebAddress(referer, { max: maxOpenedAddress })
  return page && page.origin !== appUrl ? page.origin + page.pathname : ''
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
