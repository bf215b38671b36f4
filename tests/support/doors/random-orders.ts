/** Orders as they really were, for every door that orders come in by. */
import fc from 'fast-check'

export type TrueLine = {
  title: string
  /** Price of one, in cents. */
  cents: number
  /** 0: the line was removed from the order. */
  quantity: number
  kind: 'product' | 'tip' | 'protection' | 'gift-card'
}

export type TrueOrder = {
  number: string
  /** On a whole minute, which is as exact as some files are. */
  at: Date
  state: 'confirmed' | 'refunded' | 'cancelled' | 'unpaid'
  isTest: boolean
  first: string
  last: string
  email: string
  city: string
  country: string
  lines: readonly TrueLine[]
  totalCents: number
  currency: string
}

/** Given and family names that are the same person in one field and in two. */
const people: readonly (readonly [first: string, last: string, city: string, country: string])[] = [
  ['Ann', 'Smith', 'London', 'GB'],
  ['José', 'García', 'Sevilla', 'ES'],
  ['Anne-Marie', 'Dubois', 'Saint-Étienne', 'FR'],
  ['Jürgen', 'Müller', 'Köln', 'DE'],
  ['Siobhán', 'O’Connor', 'Cork', 'IE'],
  ['Sean', "O'Brien", 'New York', 'US'],
  ['Lars', 'van der Berg', "'s-Hertogenbosch", 'NL'],
  ['Zoë', 'Peeters', 'Gent', 'BE'],
  ['Łukasz', 'Kowalski', 'Łódź', 'PL'],
  ['MARIA', 'ROSSI', 'ROMA', 'IT'],
  ['olivia', 'brown', 'sydney', 'AU'],
  ['Ingrid', 'Ødegård', 'Tromsø', 'NO'],
  ['João', 'Silva', 'São Paulo', 'BR'],
  ['Mehmet', 'Yılmaz', 'İstanbul', 'TR'],
]

const titles = [
  ...['Blue Kettle', 'Tea & Cake', 'Mother’s "Best" Mug', 'Café crème, 250 g', 'Size 5 < 6'],
  ...[
    'T-Shirt; red',
    'Gift card holder',
    'Shipping box',
    '青い湯呑み',
    'Kaffee-Set 🙂',
    '50% wool',
  ],
] as const

const extras = ['tip', 'protection', 'gift-card'] as const
const titleOfExtra = { tip: 'Tip', protection: 'Shipping Protection', 'gift-card': 'Gift Card' }

const price = fc.integer({ min: 0, max: 20_000_000 }).map((cents) => Math.floor(cents / 997))

const line: fc.Arbitrary<TrueLine> = fc
  .record({
    title: fc.constantFrom(...titles),
    cents: price,
    quantity: fc.constantFrom(0, 1, 1, 1, 2, 12),
    extra: fc.constantFrom(null, null, null, null, ...extras),
  })
  .map(({ title, extra, ...rest }) =>
    extra === null
      ? { ...rest, title, kind: 'product' }
      : { ...rest, title: titleOfExtra[extra], kind: extra },
  )

const order = fc
  .record({
    at: fc.integer({ min: 0, max: 500 * 24 * 60 }),
    state: fc.constantFrom(
      ...(['confirmed', 'confirmed', 'confirmed', 'refunded', 'cancelled', 'unpaid'] as const),
    ),
    isTest: fc.constantFrom(false, false, false, false, true),
    person: fc.constantFrom(...people),
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    discount: fc.constantFrom(0, 0, 0, 10, 100),
    currency: fc.constantFrom('EUR', 'USD', 'GBP', 'SEK'),
  })
  .map(({ at, person: [first, last, city, country], discount, lines: drawn, ...rest }) => {
    // An order of which nothing is left was canceled.
    const lines = drawn.map((one, index) =>
      index === 0 ? { ...one, quantity: one.quantity || 1 } : one,
    )
    const full = lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0)
    return {
      ...rest,
      lines,
      first,
      last,
      city,
      country,
      at: new Date(Date.UTC(2026, 0, 1) + at * 60_000 - 200 * 24 * 3_600_000),
      totalCents: full - Math.floor((full * discount) / 100),
    }
  })

/** The same for the same seed. */
export const randomOrders = (count: number, seed: number): TrueOrder[] =>
  fc.sample(order, { numRuns: count, seed }).map((one, index) => ({
    ...one,
    number: String(7_000_001 + index),
    email: `buyer${String(index % 400)}@mail.example`,
  }))
