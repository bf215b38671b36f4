/** Where a new account came from: a few known parameters, nothing else. Safe in the browser. */

/** Parameters that are stored with the user. */
const campaignWords = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
] as const

export type Attribution = Readonly<
  Partial<Record<(typeof campaignWords)[number] | 'referer', string>>
>

/** Longer values are truncated: they are informative only. */
const longest = 255

/**
 * Reads the URL of the first page.
 *
 * @param referer the header; ignored when it's one of our pages
 * @param appUrl our own origin
 */
export function readAttribution(address: URL, referer: string | null, appUrl: string): Attribution {
  const words = campaignWords.flatMap((word) => {
    const value = clean(address.searchParams.get(word))
    return value === '' ? [] : [[word, value] as const]
  })
  const page = otherPage(referer, appUrl)
  return { ...Object.fromEntries(words), ...(page === '' ? {} : { referer: page }) }
}

/**
 * Parses the form field that carries it from the first page to registration. Drops unknown keys.
 */
export function parseAttribution(text: unknown): Attribution {
  const parsed = typeof text === 'string' ? readJson(text) : null
  if (typeof parsed !== 'object' || parsed === null) return {}
  const known: readonly string[] = [...campaignWords, 'referer']
  const words = Object.entries(parsed).flatMap(([word, value]: [string, unknown]) =>
    known.includes(word) && typeof value === 'string' ? [[word, clean(value)] as const] : [],
  )
  return Object.fromEntries(words.filter(([, value]) => value !== ''))
}

/** Without its query, which may identify the reader. */
function otherPage(referer: string | null, appUrl: string): string {
  if (referer === null || !URL.canParse(referer)) return ''
  const page = new URL(referer)
  const isWeb = page.protocol === 'https:' || page.protocol === 'http:'
  return isWeb && page.origin !== appUrl ? clean(page.origin + page.pathname) : ''
}

const clean = (value: string | null) =>
  (value ?? '')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
    .slice(0, longest)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
