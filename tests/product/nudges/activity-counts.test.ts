/** Nudges that show a number of activities: purchases, conversions, reviews, selling_out. */
import { and, count, eq, gte } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NudgeType } from '#app/contract/nudges.ts'
import { activities } from '#app/db/schema/index.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { openNudgeShop, type NudgeShop } from '../../support/nudge-shop.ts'

const kettle = 'https://shop.example/products/kettle'

type Case = {
  type: NudgeType
  fact: Parameters<NudgeShop['store']>[0]
  query: { minimum: number; javascript?: true }
  /** Matches the number in the text, or in the page's totals. */
  text: RegExp
}

const address = () => crypto.randomUUID().replaceAll('-', '')

const cases: [string, () => Case][] = [
  [
    'purchases',
    () => ({ type: 'purchases', fact: {}, query: { minimum: 5 }, text: /^(\d+) orders at shop/ }),
  ],
  [
    'conversions',
    () => ({
      type: 'conversions',
      fact: { kind: 'signup', emailHash: address() },
      query: { minimum: 5 },
      text: /^(\d+) sign-ups/,
    }),
  ],
  [
    'reviews',
    () => ({
      type: 'reviews',
      fact: { kind: 'review', stars: 4 },
      query: { minimum: 5 },
      text: /^4 · (\d+) reviews in the last/,
    }),
  ],
  [
    'selling_out',
    () => ({
      type: 'selling_out',
      fact: { productUrl: kettle },
      query: { minimum: 5, javascript: true },
      text: /^(\d+)$/,
    }),
  ],
]

/** The number shown, in the text or the totals; null when nothing is. */
async function shownNumber({ shown }: NudgeShop, text: RegExp): Promise<number | null> {
  const items = (await shown())?.items ?? []
  const texts = items.map(({ title, text: sentence, count: counted }) =>
    counted
      ? String(counted.totals?.['/products/kettle'] ?? '')
      : `${title} ${sentence}`.trimStart(),
  )
  const found = texts.flatMap((sentence) => text.exec(sentence)?.[1] ?? [])
  return found.length === 0 ? null : Number(found[0])
}

/** Older than any time frame, so that the data covers it, without counting. */
const coverWindow = (shop: NudgeShop, made: () => Case) =>
  shop.store({ ...made().fact, ago: 61 * dayMillis })

test.each(cases)('%s: shown at exactly the minimum, not below it', async (_type, made) => {
  const shop = await openNudgeShop()
  const { type, query, text } = made()
  await coverWindow(shop, made)
  await shop.publish({ type, query })
  for (let fact = 0; fact < 4; fact += 1) await shop.store(made().fact)

  const below = await shownNumber(shop, text)
  const reasons = await shop.reasons()
  await shop.store(made().fact)
  shop.waitForCounts()

  expect([below, reasons]).toEqual([null, ['below_minimum']])
  expect(await shownNumber(shop, text)).toBe(5)
  expect(await shop.reasons()).toEqual([])
})

test.each(cases)('%s: data that can’t be shown isn’t counted either', async (_type, made) => {
  const shop = await openNudgeShop()
  const { type, query, text } = made()
  await coverWindow(shop, made)
  await shop.publish({ type, query })
  for (let fact = 0; fact < 5; fact += 1) await shop.store(made().fact)

  await shop.store({ ...made().fact, isShowable: false })
  await shop.store({ ...made().fact, trust: 'origin', approval: 'quarantined' })
  await shop.store({ ...made().fact, trust: 'unknown', approval: 'quarantined' })
  await shop.store({ ...made().fact, ago: -hourMillis })
  const stranger = await shop.world.site()
  await shop.store({
    ...made().fact,
    teamId: stranger.scope.teamId,
    siteId: stranger.scope.siteId,
  })

  expect(await shownNumber(shop, text)).toBe(5)
})

test('data younger than the window say nothing about the window', async () => {
  const shop = await openNudgeShop()
  await shop.publish({ type: 'purchases' })
  for (let sale = 0; sale < 8; sale += 1) await shop.store({ ago: 2 * dayMillis })

  expect(await shop.shown()).toBeUndefined()
  expect(await shop.reasons()).toEqual(['no_data'])
})

test('one person who signs up twice is one, and so is one without an address for each time', async () => {
  const shop = await openNudgeShop()
  await shop.publish({ type: 'conversions', query: { minimum: 2 } })
  const signup = { kind: 'signup' as const }
  await shop.store({ ...signup, ago: 30 * dayMillis })
  for (let again = 0; again < 3; again += 1)
    await shop.store({ ...signup, emailHash: 'a'.repeat(64) })
  await shop.store(signup)
  await shop.store(signup)

  expect(await shownNumber(shop, /^(\d+) sign-ups/)).toBe(3)
})

test.each(['https://shop.example/index.php?product_id=7', 'https://shop.example/'])(
  'products that share the path of %s have no count of their own',
  async (productUrl) => {
    const shop = await openNudgeShop()
    await shop.publish({ type: 'selling_out', query: { minimum: 2, javascript: true } })
    for (let sale = 0; sale < 5; sale += 1) await shop.store({ productUrl })

    expect(await shop.shown()).toBeUndefined()

    for (let sale = 0; sale < 2; sale += 1)
      await shop.store({ productUrl: `${kettle}?variant=2&utm_source=mail` })
    shop.waitForCounts()
    expect((await shop.shown())?.items[0]?.count?.totals).toEqual({ '/products/kettle': 2 })
  },
)

test('more than the maximum shows as the maximum and a plus', async () => {
  const shop = await openNudgeShop()
  await shop.store({ ago: 30 * dayMillis })
  await shop.publish({ type: 'purchases', query: { minimum: 2, maximum: 3 } })
  for (let sale = 0; sale < 5; sale += 1) await shop.store({ productUrl: kettle })

  const items = (await shop.shown())?.items ?? []

  expect(items).toMatchObject([
    { count: { of: 'paths', minimum: 2, maximum: 3, totals: { '/products/kettle': 5 } } },
    { text: '3+ orders at shop.example in the last 7 days' },
  ])
})

test("a product's orders are those that lead to its page, whatever its query says", async () => {
  const shop = await openNudgeShop()
  await shop.store({ ago: 30 * dayMillis })
  await shop.publish({ type: 'purchases', query: { minimum: 2 } })
  for (const productUrl of [
    ...[kettle, `${kettle}?variant=2`, 'https://www.shop.example/products/kettle#a'],
    ...['https://elsewhere.example/products/kettle', 'javascript:alert(1)', null],
    'https://shop.example/products/mug',
  ]) {
    await shop.store({ productUrl })
  }

  const [ofProduct] = (await shop.shown())?.items ?? []

  // The mug has one order, which is too few to show.
  expect(ofProduct?.count?.totals).toEqual({ '/products/kettle': 3 })
})

test('a product that sells shows with the stock that the page names', async () => {
  const shop = await openNudgeShop()
  await shop.publish({ type: 'selling_out', query: { minimum: 2 } })
  await shop.store({ productUrl: kettle, ago: 25 * hourMillis })
  for (let sale = 0; sale < 3; sale += 1) await shop.store({ productUrl: kettle })

  const [item] = (await shop.shown())?.items ?? []

  expect(item).toMatchObject({
    text: '',
    count: {
      of: 'paths',
      minimum: 2,
      totals: { '/products/kettle': 3 },
      forms: expect.arrayContaining(['Popular: ordered # times in the last 24 hours']) as string[],
      // Three days at the rate of one day.
      stock: { maximum: 20, cover: 3 },
    },
  })
})

test('without the word of the page on its stock nothing is said to run out', async () => {
  const shop = await openNudgeShop()
  await shop.publish({ type: 'selling_out', query: { minimum: 1, javascript: false } })
  await shop.store({ productUrl: kettle })

  expect(await shop.reasons()).toEqual(['no_data'])
})

test('only what came from where the owner wants it is counted', async () => {
  const shop = await openNudgeShop()
  await shop.store({ ago: 30 * dayMillis })
  await shop.publish({ type: 'purchases', query: { minimum: 1, integration: 'rest_api' } })
  await shop.store({ source: 'pixel', trust: 'origin' })
  await shop.store()
  await shop.store()

  expect(await shownNumber(shop, /^(\d+) orders at shop/)).toBe(2)
})

test('the average is of every review of the window that was let through, and never rounded up', async () => {
  const shop = await openNudgeShop()
  await shop.publish({ type: 'reviews', query: { minimum: 3 } })
  for (const stars of [5, 5, 5, 5, 5, 5, 4, 5, 1]) await shop.store({ kind: 'review', stars })

  // 40 / 9 is 4.444…; with a tenth five it is exactly 4.5, with an eleventh 4.545….
  const averages = [await shop.shown()]
  for (let more = 0; more < 2; more += 1) {
    await shop.store({ kind: 'review', stars: 5 })
    shop.waitForCounts()
    averages.push(await shop.shown())
  }

  expect(averages.map((nudge) => nudge?.items[0])).toMatchObject([
    { title: '4.4 · 9 reviews', text: 'in the last 60 days', stars: 4.4 },
    { title: '4.5 · 10 reviews', text: 'in the last 60 days', stars: 4.5 },
    { title: '4.5 · 11 reviews', text: 'in the last 60 days', stars: 4.5 },
  ])
})

const anyFact = fc.record({
  ago: fc.integer({ min: -2 * hourMillis, max: 20 * dayMillis }),
  isShowable: fc.boolean(),
  trust: fc.constantFrom('signed' as const, 'origin' as const, 'unknown' as const),
  approval: fc.constantFrom('approved' as const, 'quarantined' as const),
  emailHash: fc.constantFrom('a'.repeat(64), 'b'.repeat(64), null),
  productUrl: fc.constantFrom(kettle, `${kettle}?a=1`, null),
})

test.each(cases)('%s: never more than the distinct facts of the window', async (_type, made) => {
  const shop = await openNudgeShop()
  const { type, fact, text } = made()
  const windowMillis = 2 * dayMillis
  await shop.publish({ type, query: { ago: windowMillis / 1000, minimum: 1, javascript: true } })
  const { db, now } = shop.services

  await fc.assert(
    fc.asyncProperty(fc.array(anyFact, { minLength: 1, maxLength: 12 }), async (facts) => {
      await db.system.delete(activities)
      for (const { productUrl, emailHash, ...one } of facts) {
        await shop.store({ ...fact, productUrl, emailHash, ...one })
      }

      const number = await shownNumber(shop, text)
      const [raw] = await db.system
        .select({ total: count() })
        .from(activities)
        .where(
          and(
            eq(activities.isShowable, true),
            gte(activities.occurredAt, new Date(now().getTime() - windowMillis)),
          ),
        )

      expect(number ?? 0).toBeLessThanOrEqual(raw?.total ?? 0)
    }),
    { numRuns: 25 },
  )
})
