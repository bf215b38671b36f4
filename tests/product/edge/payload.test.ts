import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { activities, claims, nudges, sites } from '#app/db/schema/index.ts'
import { resolveClaim } from '#app/domain/nudges/claims.server.ts'
import { formatPurchase, sentenceOf } from '#app/domain/wording/purchase.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { listNudgeNames, publishPurchaseNudge } from '#app/domain/nudges/nudges.server.ts'
import { compileDraft } from '#app/domain/serving/preview.server.ts'
import { serveEdge } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld } from '../../support/world.ts'

const day = 86_400_000

const newestPurchase = { type: 'purchase', surface: 'popup', query: { listSize: 1 } } as const

async function openShop() {
  const world = await createWorld()
  const site = await world.site()
  const edge = await serveEdge(world.services)
  const { services } = world
  const setOptions = (options: Partial<SiteOptions>) =>
    services.db.system
      .update(sites)
      .set({ options: { holdout: 0, ...options } })
      .where(eq(sites.id, site.scope.siteId))
  return {
    world,
    site,
    services,
    setOptions,
    sell: (wanted: Parameters<typeof storePurchase>[2] = {}) =>
      storePurchase(services, site, wanted),
    /** Items that pages show now. */
    items: async () => {
      services.siteCache.invalidate(site.uuid)
      const { nudges: shown } = await edge.page(site).payload()
      return shown.flatMap(({ items }) => items)
    },
    payload: () => edge.page(site).payload(),
  }
}

test('a published nudge shows the newest purchases first, each with its claim', async () => {
  const { world, site, services, sell, payload } = await openShop()
  const at = world.clock.now().getTime()
  await sell({ productTitle: 'Old Mug', occurredAt: new Date(at - 2 * day) })
  await sell({
    productTitle: 'Blue Kettle',
    occurredAt: new Date(at - 60_000),
    productUrl: 'https://shop.example/kettle',
    productImage: 'https://shop.example/kettle.png',
  })
  await publishPurchaseNudge(services, site.scope)

  const { nudges: shown, phrases, options, script } = await payload()

  expect(script).toBe('plain')
  expect(shown).toMatchObject([
    {
      type: 'purchase',
      surface: 'popup',
      items: [
        {
          title: 'Ann in the Netherlands',
          text: 'bought Blue Kettle',
          at: at / 1000 - 60,
          url: 'https://shop.example/kettle',
        },
        { text: 'bought Old Mug', at: (at - 2 * day) / 1000 },
      ],
    },
  ])
  expect(phrases.ago.map(({ below, forms }) => [below, forms[1]])).toEqual([
    [3600, 'within the last hour'],
    [86_400, '# hours ago'],
    [1e10, '# days ago'],
  ])
  expect(options).not.toHaveProperty('conversion')
})

test('nothing is shown before the nudge is published, nor while it is paused', async () => {
  const { site, services, sell, items } = await openShop()
  await sell()

  const before = await items()
  await publishPurchaseNudge(services, site.scope)
  const published = await items()
  await services.db.system.update(nudges).set({ state: 'paused' })
  const paused = await items()

  expect([before.length, published.length, paused.length]).toEqual([0, 1, 0])
})

test.each<[string, (at: number) => Partial<typeof activities.$inferInsert>]>([
  ['from the future', (at) => ({ occurredAt: new Date(at + 1_000) })],
  ['older than the window', (at) => ({ occurredAt: new Date(at - 7 * day - 1_000) })],
  ['not to be shown', () => ({ isShowable: false })],
  ['of unknown trust', () => ({ trust: 'unknown' as const })],
  [
    'that only a page reported',
    () => ({ trust: 'origin' as const, approval: 'quarantined' as const }),
  ],
  ['that is a sign-up', () => ({ kind: 'signup' as const })],
])('a purchase %s is never shown', async (_case, wanted) => {
  const { world, site, services, sell, items } = await openShop()
  await publishPurchaseNudge(services, site.scope)
  await sell(wanted(world.clock.now().getTime()))

  expect(await items()).toEqual([])
  expect(await compileDraft(services, site.scope, newestPurchase)).toMatchObject({ nudges: [] })
})

test('a purchase leaves the pages when it grows older than the window', async () => {
  const { world, site, services, sell, items } = await openShop()
  await publishPurchaseNudge(services, site.scope)
  await sell({ occurredAt: new Date(world.clock.now().getTime() - 7 * day) })

  const before = await items()
  world.clock.advance(1_000)

  expect([before.length, (await items()).length]).toEqual([1, 0])
})

test("other sites' purchases and nudges stay theirs", async () => {
  const { world, services, items, site } = await openShop()
  await publishPurchaseNudge(services, site.scope)
  const sibling = await world.site({ team: site.team })
  await storePurchase(services, sibling)
  await world.nudge(sibling)

  expect(await items()).toEqual([])
})

test('no more than the list size is shown', async () => {
  const { site, services, sell, items } = await openShop()
  await publishPurchaseNudge(services, site.scope)
  await services.db.system.update(nudges).set({ query: { listSize: 3 } })
  for (let sale = 0; sale < 5; sale += 1) await sell()

  expect(await items()).toHaveLength(3)
})

test('a city is named from five buyers of it on, counted over the whole window', async () => {
  const { world, site, services, sell, items } = await openShop()
  await publishPurchaseNudge(services, site.scope)
  await services.db.system.update(nudges).set({ query: { listSize: 1 } })
  const at = world.clock.now().getTime()
  for (const firstName of ['Bea', 'Cleo', 'Dora']) {
    await sell({ firstName, city: ' utrecht', occurredAt: new Date(at - 3 * day) })
  }
  // Another Utrecht, one outside the time frame and a hidden one don't count.
  await sell({ country: 'ZA', occurredAt: new Date(at - 3 * day) })
  await sell({ firstName: 'Fay', occurredAt: new Date(at - 8 * day) })
  await sell({ firstName: 'Gwen', isShowable: false })
  await sell({ firstName: 'Eva', occurredAt: new Date(at - 60_000) })

  const four = await items()
  await sell({ occurredAt: new Date(at - 30_000) })
  const five = await items()

  expect(four).toMatchObject([{ title: 'Eva in the Netherlands' }])
  expect(five).toMatchObject([{ title: 'Ann in Utrecht' }])
})

test('data that the site turns off isn’t sent, and nothing sends more than it should', async () => {
  const { world, site, services, sell, setOptions, payload } = await openShop()
  await sell({
    firstName: 'Zebulon',
    lastName: 'Quackenbush',
    emailHash: 'f'.repeat(64),
    city: 'Timbuktu',
    country: 'ML',
    externalId: 'order-9931',
    productUrl: 'javascript:alert(1)',
    productImage: 'https://user:secret@shop.example/x.png',
  })
  await publishPurchaseNudge(services, site.scope)

  const served = JSON.stringify(await payload())
  await setOptions({
    conversion: { avatar: false, firstname: false, lastname: false, location: false },
  })
  world.clock.advance(2_000)
  const servedLess = JSON.stringify(await payload())

  expect(served).toContain('Zebulon in Mali')
  const secrets = ['Quackenbush', 'f'.repeat(12), 'Timbuktu', 'order-9931', 'javascript:', 'secret']
  for (const secret of secrets) expect(served).not.toContain(secret)
  for (const secret of [...secrets, 'Zebulon', 'Mali']) expect(servedLess).not.toContain(secret)
  expect(servedLess).toContain('Someone')
})

test('a letter represents the person where the site wants one, also next to a picture', async () => {
  const { world, site, services, sell, setOptions, items } = await openShop()
  await sell({ firstName: 'Zebulon', productImage: null })
  await publishPurchaseNudge(services, site.scope)
  const [plain] = await items()

  await setOptions({ conversion: { ...defaultSiteOptions.conversion, avatar: true } })
  world.clock.advance(2_000)
  const [withLetter] = await items()
  await sell({ firstName: 'Mira', productImage: 'https://shop.example/tea.png' })
  world.clock.advance(60_000)
  const [withPicture] = await items()

  expect(plain).not.toHaveProperty('initial')
  expect(withLetter).toMatchObject({ initial: 'Z' })
  // Until the picture was read, and where it can't be loaded.
  expect(withPicture).toMatchObject({ initial: 'M' })
})

test('the same statement keeps its claim, another statement gets another', async () => {
  const { world, site, services, sell, items, setOptions } = await openShop()
  await publishPurchaseNudge(services, site.scope)
  await sell()

  const [first] = await items()
  world.clock.advance(60_000)
  const [again] = await items()
  await setOptions({ conversion: { ...defaultSiteOptions.conversion, firstname: false } })
  const [changed] = await items()

  expect(again?.claim).toBe(first?.claim)
  expect(changed?.claim).not.toBe(first?.claim)
  expect(await services.db.system.select().from(claims)).toHaveLength(2)
})

test('every claim leads to its activity, and the rule says the same about it again', async () => {
  const { site, services, sell, items } = await openShop()
  await publishPurchaseNudge(services, site.scope)
  for (const firstName of ['Ann', 'Bea', null, 'ann@example.com']) await sell({ firstName })
  await sell({ productTitle: null, city: null, country: null })

  const served = await items()

  expect(served).toHaveLength(5)
  for (const { claim, title, text } of served) {
    const resolved = await resolveClaim(services, site.scope, claim)
    if (!resolved) throw new Error('The claim is unknown.')
    const { activity } = resolved
    if (!activity) throw new Error('The claim rests on no activity.')
    const sentence = formatPurchase(
      { ...activity, sameCity: activity.city === null ? 0 : 4 },
      {
        conversion: defaultSiteOptions.conversion,
        query: { showProductName: true },
        words: wordsOf('en'),
      },
    )
    expect(sentenceOf(sentence)).toBe(resolved.text)
    expect(sentence).toEqual({ title, text })
    expect(resolved).toMatchObject({ windowSeconds: 604_800, activity: { kind: 'purchase' } })
  }
})

test('a claim resolves neither for another team nor for another site of its team', async () => {
  const { world, site, services, sell, items } = await openShop()
  await publishPurchaseNudge(services, site.scope)
  await sell()
  const [served] = await items()
  const strangers = [await world.site(), await world.site({ team: site.team })]

  for (const { scope } of strangers) {
    expect(await resolveClaim(services, scope, served?.claim ?? '')).toBeNull()
  }
  expect(await resolveClaim(services, site.scope, served?.claim ?? '')).not.toBeNull()
})

test('when the activity is deleted, its claim goes with it and pages stop showing it', async () => {
  const { site, services, sell, items } = await openShop()
  await publishPurchaseNudge(services, site.scope)
  const id = await sell()
  const [served] = await items()

  await services.db.system.delete(activities).where(eq(activities.id, id))

  expect(await items()).toEqual([])
  expect(await resolveClaim(services, site.scope, served?.claim ?? '')).toBeNull()
})

test('a change here shows immediately, and one elsewhere without notice after two seconds', async () => {
  const { world, site, services, sell, payload } = await openShop()
  await sell()
  expect((await payload()).nudges).toHaveLength(0)

  await publishPurchaseNudge(services, site.scope)
  expect((await payload()).nudges).toHaveLength(1)

  // No one listens here. changes.test.ts tests the product, which does.
  await services.db.system.update(nudges).set({ state: 'paused' })
  expect((await payload()).nudges).toHaveLength(1)
  world.clock.advance(2_000)
  expect((await payload()).nudges).toHaveLength(0)
})

test('publishing twice at the same time creates one nudge, and publishes a paused one again', async () => {
  const { world, site, services } = await openShop()

  const [first, second] = await Promise.all([
    publishPurchaseNudge(services, site.scope),
    publishPurchaseNudge(services, site.scope),
  ])
  await services.db.system.update(nudges).set({ state: 'paused' })
  const third = await publishPurchaseNudge(services, site.scope)
  const stranger = await world.site()

  expect(second.uuid).toBe(first.uuid)
  expect(third).toEqual(first)
  expect(await listNudgeNames(services, site.scope)).toEqual([
    expect.objectContaining({ name: 'Recent purchase', state: 'published' }),
  ])
  expect(await listNudgeNames(services, stranger.scope)).toEqual([])
})

test('the preview is what pages will show', async () => {
  const { site, services, sell, items } = await openShop()
  await sell({ productTitle: 'Old Mug', occurredAt: new Date(services.now().getTime() - day) })
  await sell({ productTitle: 'Blue Kettle' })

  const preview = await compileDraft(services, site.scope, newestPurchase)
  await publishPurchaseNudge(services, site.scope)
  const [newest] = await items()

  const [previewed] = preview?.nudges[0]?.items ?? []
  expect({ ...previewed, claim: newest?.claim }).toEqual(newest)
})
