/** Nudges that show one activity at a time: purchase, conversion, review. */
import { expect, test } from 'vitest'
import type { NudgeType } from '#app/contract/nudges.ts'
import { dayMillis } from '#app/lib/time.ts'
import { setPlan } from '../../support/plans/set-plan.ts'
import { openNudgeShop, type NudgeShop } from '../../support/nudge-shop.ts'

type Fact = Parameters<NudgeShop['store']>[0]

const singles: [NudgeType, Fact][] = [
  ['purchase', {}],
  ['conversion', { kind: 'signup' }],
  ['review', { kind: 'review', stars: 5, body: 'Boils fast.' }],
]

test.each(singles)(
  '%s: tests, refunds and activity that needs approval never show',
  async (...given) => {
    const [type, fact] = given
    const shop = await openNudgeShop()
    await shop.publish({ type })
    await shop.store({ ...fact, isShowable: false })
    await shop.store({ ...fact, trust: 'origin', approval: 'quarantined' })
    await shop.store({ ...fact, trust: 'unknown', approval: 'quarantined' })
    await shop.store({ ...fact, ago: 61 * dayMillis })

    const before = await shop.reasons()
    await shop.store({ ...fact, trust: 'origin', approval: 'approved' })

    expect(before).toEqual(['no_data'])
    expect((await shop.shown())?.items).toHaveLength(1)
  },
)

test.each(singles)('%s: a city is named from five people of the kind on', async (type, fact) => {
  const shop = await openNudgeShop()
  await shop.publish({ type, query: { listSize: 1 } })
  for (const firstName of ['Bea', 'Cleo', 'Dora']) await shop.store({ ...fact, firstName })
  // The same person again counts once.
  for (let again = 0; again < 3; again += 1) await shop.store(fact)
  // Another kind in the same city doesn't count.
  await shop.store(type === 'purchase' ? { kind: 'signup' } : {})

  const four = (await shop.shown())?.items[0]?.title
  await shop.store({ ...fact, firstName: 'Eva' })
  const five = (await shop.shown())?.items[0]?.title

  expect(four).toMatch(/^Ann in the Netherlands/)
  expect(five).toMatch(/^Eva in Utrecht/)
})

test('only activity from the sources that the owner wants shows', async () => {
  const shop = await openNudgeShop()
  await shop.publish({ type: 'purchase', query: { integration: 'pixel' } })
  await shop.store({ firstName: 'Bea' })
  await shop.store({ firstName: 'Cleo', source: 'pixel', trust: 'origin' })

  const { items, why } = (await shop.shown()) ?? {}

  expect(items?.map(({ title }) => title)).toEqual(['Cleo in the Netherlands'])
  expect(why).toContain('It was reported by a page of the shop, and the shop approved it.')
})

test.each<[NudgeType, Fact, string]>([
  ['purchase', {}, 'made a purchase'],
  ['review', { kind: 'review', stars: 5, body: 'Boils fast.' }, '“Boils fast.”'],
])('%s: no product is named where the owner wants none', async (type, fact, text) => {
  const shop = await openNudgeShop()
  await shop.publish({ type, query: { showProductName: false, minimum: 0 } })
  await shop.store(fact)

  expect((await shop.shown())?.items).toMatchObject([{ title: 'Ann in the Netherlands', text }])
})

test('with places only, activity without a place that can be shown is left out', async () => {
  const shop = await openNudgeShop({ showVisitorsWithLocationOnly: true })
  await shop.publish({ type: 'purchase' })
  await shop.store({ firstName: 'Bea', city: null, country: null })
  await shop.store({ firstName: 'Cleo', country: null })
  await shop.store({ firstName: 'Dora', city: null })

  const { items } = (await shop.shown()) ?? {}

  expect(items?.map(({ title }) => title)).toEqual(['Dora in the Netherlands'])
})

test('a sign-up says what for in the words of the shop', async () => {
  const shop = await openNudgeShop({ language: 'de' })
  await shop.publish({ type: 'conversion', content: { goal: 'Rundbrief' } })
  await shop.store({ kind: 'signup' })

  expect((await shop.shown())?.items).toMatchObject([
    { title: 'Ann in den Niederlanden', text: 'hat sich angemeldet: Rundbrief' },
  ])
})

test('chosen reviews show next to the average and the number of all, older ones too', async () => {
  const shop = await openNudgeShop()
  await shop.publish({ type: 'review', query: { minimum: 4 } })
  const review = { kind: 'review' as const, firstName: null, country: null }
  await shop.store({ ...review, stars: 5, body: 'Boils fast.' })
  await shop.store({ ...review, stars: 3, body: 'So so.' })
  await shop.store({ ...review, stars: 1, body: 'Loud.', ago: 90 * dayMillis })

  const { items, why } = (await shop.shown()) ?? {}

  expect(items).toMatchObject([
    {
      title: 'Someone',
      text: '3 · 3 reviews – “Boils fast.” · Blue Kettle',
      stars: 5,
    },
  ])
  expect(why).toEqual(
    expect.arrayContaining([
      'Showing reviews with at least 4 stars.',
      'The average and count include all reviews the shop approved.',
    ]),
  )
})

test('with every star allowed a review shows without the average', async () => {
  const shop = await openNudgeShop()
  await shop.publish({ type: 'review', query: { minimum: 0 } })
  await shop.store({ kind: 'review', stars: 1, body: 'Loud.' })

  expect((await shop.shown())?.items).toMatchObject([{ text: '“Loud.”', stars: 1 }])
})

test('a review without words shows only when the owner wants that', async () => {
  const shop = await openNudgeShop()
  await shop.publish({ type: 'review' })
  await shop.publish({ type: 'review', query: { hideEmpty: false, minimum: 1 } })
  await shop.store({ kind: 'review', stars: 5, body: null })

  const { nudges, unshown } = await shop.payload()

  expect(unshown).toMatchObject([{ reason: 'no_data' }])
  expect(nudges.map(({ items }) => items[0]?.text)).toEqual(['gave 5 stars'])
})

test('a review names the page of its product, as far as that is one page of the site', async () => {
  const shop = await openNudgeShop()
  await setPlan(shop.services, shop.site.scope, { planId: 'plus' })
  await shop.publish({ type: 'review' })
  const review = { kind: 'review' as const, stars: 5, body: 'Boils fast.' }
  for (const productUrl of [
    ...['https://shop.example/products/kettle?variant=2', 'https://elsewhere.example/kettle'],
    ...['https://shop.example/index.php?product_id=7', 'https://shop.example/', null],
  ]) {
    await shop.store({ ...review, productUrl })
  }

  const pages = (await shop.shown())?.items.map(({ page }) => page)

  expect(pages?.toReversed()).toEqual(['/products/kettle', ...Array.from({ length: 4 })])
})

test('an activity has the same number in popups and inline nudges, whatever their words', async () => {
  const shop = await openNudgeShop()
  const message = { title: '', text: 'chose {product|this}', one: '' }
  await shop.store({ productTitle: 'Kettle', ago: 3 * 60_000 })
  await shop.store({ productTitle: 'Tray', ago: 2 * 60_000 })
  await shop.store({ productTitle: 'Cup' })
  await shop.publish({ type: 'purchase' })
  await shop.publish({ type: 'purchase', surface: 'inline', position: 2, message, ...newestTwo })
  await shop.publish({ type: 'conversion', surface: 'inline', position: 3 })

  const [popup, inline] = (await shop.payload()).nudges.map(({ items }) =>
    items.map(({ text, repeat }) => [text, repeat]),
  )

  expect(popup).toEqual([
    ['bought Cup', 1],
    ['bought Tray', 2],
    ['bought Kettle', undefined],
  ])
  expect(inline).toEqual([
    ['chose Cup', 1],
    ['chose Tray', 2],
  ])
})

const newestTwo = {
  query: { listSize: 2 },
  placement: { selector: '#offers', where: 'append' as const },
}
