/** Everything that can be wrong in what a service sends, and whether records are made of it alone. */
import { integrationNames } from '#app/contract/integrations.ts'
import type { ReportedFact } from '#app/contract/reviews.ts'
import { createLru } from '#app/lib/cache/lru.ts'
import { plainText } from '#app/lib/markup/plain-text.ts'
import { readUrl } from '#app/lib/read-url.ts'
import { instantOf } from '#app/lib/zoned-days.ts'

type Path = readonly (string | number)[]

export type Damage = {
  name: string
  field: string
  /** Where it is in every row of its list. */
  shape: string
  /** The value is a text that the service could send, and not a missing or misplaced one. */
  isText: boolean
  json: unknown
  /** In a row of a list, and not the list itself. */
  isInRow: boolean
}

const someTexts: readonly (readonly [string, string])[] = [
  ['300 characters', 'a1'.repeat(150)],
  ['emoji', '🎉👩‍👩‍👧'],
  ['right to left', 'مرحبا‮abc'],
  ['HTML', '<img src=x onerror=alert(1)><script>alert(2)</script>'],
  ['of another charset', 'Malm\uFFFD'],
  ['an address', 'https://evil.example/steal'],
]
const megabyte: readonly [string, string] = ['a megabyte', 'm'.repeat(1_000_000)]

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [path] : []
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  const inner = entries.flatMap(([key, part]) => pathsIn(part, [...path, key]))
  return path.length > 0 ? [path, ...inner] : inner
}

function changed(value: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  if (Array.isArray(value)) {
    const parts = value.map((part: unknown, index) =>
      index === key ? changed(part, rest, change) : part,
    )
    return parts.filter((part) => part !== undefined)
  }
  const record = value as Record<string, unknown>
  const { [String(key)]: old, ...others } = record
  const part = changed(old, rest, change)
  return part === undefined ? others : { ...record, [String(key)]: part }
}

const otherType = (value: unknown): unknown => {
  if (typeof value === 'number') return 'text'
  if (typeof value === 'string') return 7
  if (typeof value === 'boolean') return 'yes'
  return Array.isArray(value) ? { a: 1 } : [1]
}

/** @param isLarge with a megabyte in each field */
export function damagesOf(json: unknown, isLarge: boolean): Damage[] {
  const texts = isLarge ? [...someTexts, megabyte] : someTexts
  const changes: readonly (readonly [string, (old: unknown) => unknown])[] = [
    ['missing', () => undefined],
    ['null', () => null],
    ['of another type', otherType],
    ...texts.map(([name, text]) => [name, () => text] as const),
  ]
  return pathsIn(json).flatMap((path) =>
    changes.map(([name, change]) => ({
      name: `${path.join('.')}: ${name}`,
      field: String(path.at(-1)),
      shape: path.map((key) => (typeof key === 'number' ? '*' : key)).join('.'),
      isText: texts.some(([text]) => text === name),
      json: changed(json, path, change),
      isInRow: path.some((key) => typeof key === 'number'),
    })),
  )
}

/** Texts and numbers in JSON. */
function addLeaves(value: unknown, leaves: Set<string | number>): void {
  if (typeof value === 'string' || typeof value === 'number') leaves.add(value)
  if (typeof value !== 'object' || value === null) return
  for (const part of Object.values(value)) addLeaves(part, leaves)
}

const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()

const momentsOf = (leaf: string | number): number[] => {
  if (typeof leaf === 'number') return [leaf * 1000]
  const local = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d):(\d\d)$/.exec(leaf)
  if (!local) return [Date.parse(leaf)]
  const [, day = '', time = '', seconds] = local
  if (Number.isNaN(Date.parse(`${day}T${time}Z`))) return []
  // In UTC; or in the time zone of the shop of the tests.
  const zoned = instantOf('Europe/Paris', day, time).getTime() + Number(seconds) * 1000
  return [Date.parse(`${day}T${time}:${String(seconds)}Z`), zoned]
}

type Leaf = { texts: readonly string[]; numbers: readonly number[]; moments: readonly number[] }

const readLeaf = (leaf: string | number): Leaf => {
  const short = String(leaf).slice(0, 20_000)
  const number = wordNumbers[leaf] ?? Number(leaf)
  return {
    texts: [plain(short).toLowerCase(), plain(plainText(short)).toLowerCase()],
    numbers: [number, number / 10, number / 100, number / 1000],
    moments: momentsOf(leaf),
  }
}

/** Thousands of readings have the same leaves but for one. */
const knownLeaves = createLru<string | number, Leaf>(10_000)

function factsOfLeaf(leaf: string | number): Leaf {
  const known = knownLeaves.get(leaf)
  if (known) return known
  const read = readLeaf(leaf)
  knownLeaves.set(leaf, read)
  return read
}

/** Before ids that other services could have as well. */
const servicePrefix = new RegExp(
  `^(?:woocommerce|activecampaign|google|reviewsio|trustedshops|${integrationNames.join('|')})-`,
)
/** Matches the digest of a whole row, which is the id of a row without one. */
const isDigest = new RegExp(`${servicePrefix.source}[0-9a-f]{32}$`)

/** Ratings, as Google writes them. */
const wordNumbers: Readonly<Record<string, number>> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 }

type Known = {
  /** Everything that the service sent. */
  sources: readonly unknown[]
  receivedAt: Date
  /** Addresses on it are made of the shop's. */
  shopUrl: string
  /** The best rating of a service whose ratings have parts of a star, or more than five. */
  scale?: number | undefined
}

/** Values of facts that come from nowhere: a service that sent nonsense must not make us invent. */
export function inventionsIn(
  facts: readonly ReportedFact[],
  { sources, receivedAt, shopUrl, scale }: Known,
): string[] {
  if (facts.length === 0) return []
  const leaves = new Set<string | number>()
  for (const source of sources) addLeaves(source, leaves)
  const known = [...leaves].map(factsOfLeaf)
  const texts = new Set(known.flatMap((leaf) => leaf.texts))
  // No text has a line break, so nothing is found across two of them.
  const joined = [...texts].join('\n')
  const isSent = (text: string) => {
    const wanted = plain(text.replace(/…$/, '')).toLowerCase()
    return texts.has(wanted) || joined.includes(wanted)
  }
  const numbers = new Set(known.flatMap((leaf) => leaf.numbers))
  // Part of a star is none; the lowest rating is one star.
  const isRating = (stars: number) =>
    [...leaves].some((leaf) => {
      const rating = Number(leaf)
      return scale && rating > 0 && Math.max(1, Math.floor((rating * 5) / scale)) === stars
    })
  const moments = new Set([receivedAt.getTime(), ...known.flatMap((leaf) => leaf.moments)])
  const isSentAddress = (url: string) => joined.includes(readUrl(url)?.origin ?? 'none:')
  const isAddress = (url: string) => url.startsWith(`${shopUrl}/`) || isSentAddress(url)

  const missing: string[] = []
  const check = (name: string, value: unknown, isKnown: boolean) => {
    const isWhole = !String(value).includes('\uFFFD')
    if (value !== undefined && value !== null && !(isKnown && isWhole))
      missing.push(`${name} ${JSON.stringify(value)}`)
  }
  for (const fact of facts) {
    check('id', fact.id, isSent(fact.id.replace(servicePrefix, '')) || isDigest.test(fact.id))
    check('moment', fact.occurred_at, moments.has(Date.parse(fact.occurred_at)))
    check('total', fact.total, numbers.has(fact.total ?? NaN))
    check('currency', fact.currency, isSent(fact.currency ?? ''))
    for (const [name, value] of Object.entries(fact.person ?? {})) {
      check(name, value, isSent(String(value)))
    }
    for (const item of fact.items ?? []) {
      check('title', item.title, isSent(item.title))
      check('price', item.price, numbers.has(item.price ?? NaN))
      check('quantity', item.quantity, numbers.has(item.quantity ?? NaN))
      check('url', item.url, isAddress(item.url ?? ''))
      check('image', item.image, isAddress(item.image ?? ''))
    }
    if ('stars' in fact) check('stars', fact.stars, numbers.has(fact.stars) || isRating(fact.stars))
    if ('body' in fact) {
      check(
        'body',
        fact.body,
        (fact.body ?? '').split('\n').every((line) => isSent(line)),
      )
    }
  }
  return missing
}
