/** Where somebody came from who makes an account: a few known words, and no more. Safe in the browser. */

/** Spec §3: fields of a user. */
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

/** Longer ones are cut: they are for reading, not for proving. */
const longest = 255

/**
 * What the first page was asked for with.
 *
 * @param referer the header; where it names a page of ours it says nothing
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

/** As the form carries it from the first page to the account. Anything else than ours is nothing. */
export function parseAttribution(text: unknown): Attribution {
  const parsed = typeof text === 'string' ? readJson(text) : null
  if (typeof parsed !== 'object' || parsed === null) return {}
  const known: readonly string[] = [...campaignWords, 'referer']
  const words = Object.entries(parsed).flatMap(([word, value]: [string, unknown]) =>
    known.includes(word) && typeof value === 'string' ? [[word, clean(value)] as const] : [],
  )
  return Object.fromEntries(words.filter(([, value]) => value !== ''))
}

/** Without its query, which may tell of the reader. */
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
