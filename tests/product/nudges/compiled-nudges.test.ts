/** Requirements of every nudge, whatever its type: settings, claims, errors. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { plainDesign } from '#app/contract/card-design.ts'
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import { nudges } from '#app/db/schema/index.ts'
import { setPlan } from '../../support/plans/set-plan.ts'
import { resolveClaim } from '#app/domain/nudges/claims.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { shortIdOf } from '#app/lib/short-id.ts'
import { openNudgeShop, type NudgeShop } from '../../support/nudge-shop.ts'

/** Activities for every type that needs them. */
async function openFullShop() {
  const shop = await openNudgeShop()
  const productUrl = 'https://shop.example/products/kettle'
  for (const ago of [60_000, 60_000, 61 * dayMillis]) {
    await shop.store({ productUrl, ago })
    await shop.store({ kind: 'signup', ago })
    await shop.store({ kind: 'review', stars: 4, body: 'Boils fast.', ago })
  }
  return shop
}

const types: [NudgeType, string][] = [
  ['purchase', 'activity'],
  ['conversion', 'activity'],
  ['review', 'activity'],
  ['purchases', 'activities'],
  ['conversions', 'activities'],
  ['reviews', 'activities'],
  ['selling_out', 'activities'],
]

test.each(types)('every item of %s leads to a claim with its rule', async (type, basis) => {
  const shop = await openFullShop()
  const uuid = await shop.publish({ type, query: { minimum: 2 } })

  const nudge = await shop.shown()

  expect(nudge?.items.length).toBeGreaterThan(0)
  expect(nudge?.why.length).toBeGreaterThan(1)
  for (const { claim, title, text, count } of nudge?.items ?? []) {
    const resolved = await resolveClaim(shop.services, shop.site.scope, claim)
    expect(resolved).toMatchObject({ nudge: uuid, basis })
    expect(resolved?.rule).not.toBe('')
    expect(resolved?.windowSeconds).toBeGreaterThan(0)
    expect(resolved?.activity === null).toBe(basis !== 'activity')
    if (!count) expect(resolved?.text).toBe(`${title} ${text}`.trim())
  }
})

test('a claim that rests on no single activity is kept as long as it says the same', async () => {
  const shop = await openFullShop()
  await shop.publish({ type: 'purchases', query: { minimum: 2 } })
  const claims = async () => (await shop.shown())?.items.map(({ claim }) => claim)

  const first = await claims()
  const again = await claims()
  await shop.store()
  shop.waitForCounts()
  const changed = await claims()

  expect(again).toEqual(first)
  expect(changed?.[0]).toBe(first?.[0])
  expect(changed?.[1]).not.toBe(first?.[1])
})

const choosePlan = ({ services, site }: NudgeShop, planId: string) =>
  setPlan(services, site.scope, { planId })

test('rules, countries, placement and behavior are sent only where they differ from the default', async () => {
  const shop = await openFullShop()
  await choosePlan(shop, 'lite')
  const placement = { selector: '.buy', where: 'after' as const }
  await shop.publish({ type: 'purchase', rules: { ...everywhere }, placement })
  await shop.publish({
    type: 'purchase',
    surface: 'inline',
    position: 2,
    rules: { kinds: ['product'] },
    placement,
    query: {
      countries: ['NL'],
      rotateNudges: true,
      skipSeenNudges: true,
      persistentNudge: true,
    },
  })

  const [plain, full] = (await shop.payload()).nudges

  expect(Object.keys(plain ?? {}).toSorted()).toEqual(['id', 'items', 'surface', 'type', 'why'])
  expect(full).toMatchObject({
    surface: 'inline',
    placement,
    rules: { ...everywhere, kinds: ['product'] },
    countries: ['NL'],
    rotates: true,
    skipsSeen: true,
    isPersistent: true,
  })
})

test('seen nudges are skipped only on a plan that allows it', async () => {
  const shop = await openFullShop()
  await shop.publish({ type: 'purchase', query: { skipSeenNudges: true } })

  expect(await shop.shown()).not.toHaveProperty('skipsSeen')
  await choosePlan(shop, 'lite')
  expect(await shop.shown()).toHaveProperty('skipsSeen', true)
  await choosePlan(shop, 'free')
  expect(await shop.shown()).not.toHaveProperty('skipsSeen')
})

test.each([
  ['free', 1],
  ['lite', 3],
  ['enterprise', 4],
])('on %s a nudge shows %d of four reviews, whatever is stored', async (planId, shown) => {
  const shop = await openNudgeShop()
  await choosePlan(shop, planId)
  await shop.publish({ type: 'review', query: { listSize: 50 } })
  for (const body of ['One.', 'Two.', 'Three.', 'Four.']) {
    await shop.store({ kind: 'review', stars: 5, body })
  }

  const nudge = await shop.shown()

  expect(nudge?.items).toHaveLength(shown)
  // The average is of all reviews, and counts them.
  expect(nudge?.items[0]?.text).toContain('4 reviews')
})

test('a nudge for some countries is for no one where the site doesn’t ask for countries', async () => {
  const shop = await openFullShop()
  await shop.publish({ type: 'purchase', query: { countries: ['NL'] } })
  await shop.setOptions({ useGeoLocation: false })

  expect(await shop.shown()).toBeUndefined()
  expect(await shop.reasons()).toEqual(['page_rule'])
})

test("the heading is the site's own, else the language's, and none where none is wanted", async () => {
  const shop = await openFullShop()
  await shop.publish({ type: 'purchase' })
  const titles = { popular: '', selling_fast: '', order_soon: '', good_to_know: '' }

  const none = await shop.shown()
  await shop.setOptions({ showNudgeTitle: true, language: 'de' })
  const ofLanguage = await shop.shown()
  await shop.setOptions({
    showNudgeTitle: true,
    categoryTitles: { ...titles, selling_fast: 'Hot now' },
  })
  const withCustomTitles = await shop.shown()

  expect([none, ofLanguage, withCustomTitles].map((nudge) => nudge?.heading)).toEqual([
    undefined,
    'Verkauft sich schnell',
    'Hot now',
  ])
})

test('the pixel gets milliseconds in every mode', async () => {
  const shop = await openFullShop()
  const timings = { show: 9_000, wait: 3_000, initial: 2_000 }
  const compiled = async (timingMode: 'custom' | 'standard' | 'accelerated') => {
    await shop.setOptions({ timingMode, timings })
    return (await shop.payload()).options.timings
  }

  expect(await compiled('custom')).toEqual(timings)
  expect(await compiled('standard')).toEqual({ show: 5_000, wait: 1_000, initial: 0 })
  expect(await compiled('accelerated')).toEqual({ show: 5_000, wait: 500, initial: 0 })
  await shop.setOptions({ acceleratedMode: true, timings })
  expect((await shop.payload()).options.timings).toEqual({ show: 5_000, wait: 500, initial: 0 })
})

test('a link to us is sent only where it’s wanted, with the owner’s token where that’s wanted', async () => {
  const shop = await openFullShop()
  await choosePlan(shop, 'genius')
  const compiled = async (options: Parameters<typeof shop.setOptions>[0]) => {
    await shop.setOptions(options)
    const { options: compiledOptions, phrases } = await shop.payload()
    return [compiledOptions.brandUrl, compiledOptions.brandsInline, phrases.brand]
  }
  const affiliateBranding = { enabled: true, token: 'ann&b' }

  expect(await compiled({ inlineBranding: true })).toEqual([undefined, undefined, undefined])
  expect(await compiled({ branding: true })).toEqual([
    'http://footfall.test/',
    undefined,
    'Powered by Footfall',
  ])
  expect(await compiled({ branding: true, inlineBranding: true, affiliateBranding })).toEqual([
    'http://footfall.test/?affiliate=ann%26b',
    true,
    'Powered by Footfall',
  ])
})

test.each<[string, Partial<typeof nudges.$inferInsert>]>([
  ['a query of another shape', { query: { ago: -1 } }],
  ['rules of another shape', { rules: { audience: 'everybody' as 'all' } }],
  ['a place of another shape', { placement: { selector: '', where: 'after' } }],
  ['content of another shape', { type: 'conversion', content: { goal: 7 } }],
  ['an unknown type', { type: 'horoscope' }],
  ['a type that cannot stand in a page', { type: 'purchases', surface: 'inline' }],
])('a stored nudge with %s hides itself and no other', async (_case, wrong) => {
  const shop = await openFullShop()
  const bad = await shop.publish({ type: 'purchase' })
  await shop.services.db.system.update(nudges).set(wrong).where(eq(nudges.uuid, bad))
  const good = await shop.publish({ type: 'conversion', position: 2 })

  const { nudges: shown, unshown } = await shop.payload()

  expect(shown.map(({ id }) => id)).toEqual([shortIdOf(good)])
  expect(unshown).toEqual([{ nudge: shortIdOf(bad), reason: 'no_data' }])
  expect(shop.world.logged).toContainEqual(
    expect.objectContaining({
      nudge: bad,
      msg: expect.stringContaining('cannot be read') as string,
    }),
  )
})

test('phrases are in the language of the site, with its plural forms', async () => {
  const shop = await openFullShop()
  await shop.setOptions({ language: 'ar', direction: 'rtl' })

  const { phrases } = await shop.payload()

  expect(phrases.close).toBe('إغلاق')
  expect(phrases.plural).toHaveLength(200)
  expect(phrases.ago.every(({ forms }) => forms.length === 6)).toBe(true)
})

test('a design is sent where it differs: the site’s once, a nudge’s where it has a separate one', async () => {
  const shop = await openFullShop()
  await shop.publish({ type: 'purchase', position: 1 })
  await shop.publish({ type: 'conversion', position: 2, look: { color: '#00687a' } })
  const line = { type: 'review' as const, surface: 'inline' as const, position: 3 }
  await shop.publish({ ...line, look: { layout: 'line' } })
  const filled = { ...plainDesign, surface: 'filled' as const }
  await shop.publish({ type: 'review', position: 4, look: { design: filled } })
  const readDesigns = async () => {
    const { options, nudges: shown } = await shop.payload()
    return [options.design, ...shown.map(({ look }) => look?.design)]
  }

  // As before there were any.
  expect((await readDesigns()).slice(0, 4)).toEqual([undefined, undefined, undefined, undefined])

  await shop.setOptions({ design: { ...plainDesign, surface: 'tinted' } })
  const [ofSite, plain, colored, ofLine, own] = await readDesigns()
  expect(ofSite).toContain('--card:')
  expect(plain).toBeUndefined()
  expect(colored).toContain('--card:')
  expect(colored).not.toBe(ofSite)
  expect(ofLine).toBe('')
  expect(own).toContain('--card:#0b6e4f')
})
