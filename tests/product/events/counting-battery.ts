/** Nothing acknowledged is lost or counted twice, whichever way events take into the database. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hourlyEvents, pixelEvents, sites } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from '../../support/makers.ts'
import { impressionEvent, newEventId, serveEdge, visitEvent } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import type { World } from '../../support/world.ts'

/** @param createWorld with the way to test */
export function testCounting(createWorld: () => Promise<World>): void {
  /** A site whose pages show one purchase nudge. */
  async function openShop() {
    const world = await createWorld()
    const site = await world.site()
    await storePurchase(world.services, site)
    await world.nudge(site)
    const edge = await serveEdge(world.services)
    const payload = await edge.page(site).payload()
    return { world, site, edge, payload }
  }

  const totals = async ({ db }: Services, { scope }: TestSite) => {
    const rows = await db.system
      .select()
      .from(hourlyEvents)
      .where(eq(hourlyEvents.siteId, scope.siteId))
    return Object.fromEntries(rows.map(({ type, total }) => [type, total]))
  }

  const stored = ({ db }: Services, { scope }: TestSite) =>
    db.system.select().from(pixelEvents).where(eq(pixelEvents.siteId, scope.siteId))

  test('a page’s report is stored and counted, in the order it was sent', async () => {
    const { world, site, edge, payload } = await openShop()
    const shown = impressionEvent(payload)
    const clicked = { ...shown, id: newEventId(), type: 'click' }

    const outcomes = await edge.page(site).report(visitEvent(), shown, clicked)

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'accepted'])
    expect(outcomes.map(({ id }) => id).slice(1)).toEqual([shown.id, clicked.id])
    expect(await totals(world.services, site)).toEqual({ visit: 1, impression: 1, click: 1 })
  })

  test('one id counts once: in a batch, in a later call and after a restart', async () => {
    const { world, site, edge, payload } = await openShop()
    const shown = impressionEvent(payload)

    const inBatch = await edge.page(site).report(shown, shown)
    const later = await edge.page(site).report(shown)
    const restarted = await serveEdge(world.services)
    const afterRestart = await restarted.page(site).report(shown)

    expect(inBatch.map(({ outcome }) => outcome)).toEqual(['accepted', 'duplicate'])
    expect(later).toEqual([{ id: shown.id, outcome: 'duplicate' }])
    expect(afterRestart).toEqual([{ id: shown.id, outcome: 'duplicate' }])
    expect(await totals(world.services, site)).toEqual({ impression: 1 })
  })

  test('two sites can use the same id', async () => {
    const world = await createWorld()
    const [one, other] = [await world.site(), await world.site()]
    const edge = await serveEdge(world.services)
    const event = visitEvent()

    const outcomes = [await edge.page(one).report(event), await edge.page(other).report(event)]

    expect(outcomes.flat().map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted'])
  })

  test('one wrong event among a hundred spoils nothing', async () => {
    const { world, site, edge } = await openShop()
    const events: object[] = Array.from({ length: 100 }, () => visitEvent())
    events[41] = { id: newEventId(), type: 'purchase', name: 'Fake', page: '/' }

    const outcomes = await edge.page(site).report(...events)

    expect(outcomes.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(99)
    expect(outcomes[41]).toMatchObject({
      outcome: 'rejected',
      reason: expect.stringMatching(/^type: /) as string,
    })
    expect(await totals(world.services, site)).toEqual({ visit: 99 })
  })

  test.each<[string, (event: ReturnType<typeof impressionEvent>) => object, RegExp]>([
    ['no id', ({ id: _id, ...event }) => event, /^id: /],
    ['a short id', (event) => ({ ...event, id: 'short' }), /^id: /],
    ['an impression of nothing', ({ id, page }) => ({ id, page, type: 'impression' }), /^nudge: /],
    ['a page with a query', (event) => ({ ...event, page: '/?email=ann' }), /^page: /],
    ['a page with NUL', (event) => ({ ...event, page: '/\u0000' }), /^page: /],
    ['a page with half a character', (event) => ({ ...event, page: '/\ud83d' }), /^page: /],
    ['a page of another place', (event) => ({ ...event, page: 'https://x' }), /^page: /],
    ['a page without end', (event) => ({ ...event, page: `/${'x'.repeat(512)}` }), /^page: /],
    ['an unknown nudge', (event) => ({ ...event, nudge: crypto.randomUUID() }), /^unknown_nudge$/],
    ['an unknown claim', (event) => ({ ...event, claim: crypto.randomUUID() }), /^unknown_claim$/],
  ])('%s is rejected with the reason, and the next event counts', async (_case, spoil, reason) => {
    const { world, site, edge, payload } = await openShop()

    const outcomes = await edge
      .page(site)
      .report(spoil(impressionEvent(payload)), impressionEvent(payload))

    expect(outcomes[0]).toMatchObject({
      outcome: 'rejected',
      reason: expect.stringMatching(reason) as string,
    })
    expect(outcomes[1]).toMatchObject({ outcome: 'accepted' })
    expect(await stored(world.services, site)).toHaveLength(1)
  })

  test.each(['null', '1', '"text"', '[]', '[[[[[]]]]]'])('%s is no event', async (text) => {
    const { site, edge } = await openShop()

    const response = await edge.page(site).send(`{"events":[${text}]}`)

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      outcomes: [{ id: null, outcome: 'rejected', reason: expect.any(String) as string }],
    })
  })

  test('a nudge or a claim of another site isn’t counted', async () => {
    const { world, site, edge, payload } = await openShop()
    const other = await world.site()
    await storePurchase(world.services, other)
    await world.nudge(other)
    const foreign = await edge.page(other).payload()

    const outcomes = await edge.page(site).report(impressionEvent(foreign), {
      ...impressionEvent(payload),
      claim: impressionEvent(foreign).claim,
    })

    expect(outcomes).toMatchObject([
      { outcome: 'rejected', reason: 'unknown_nudge' },
      { outcome: 'rejected', reason: 'unknown_claim' },
    ])
    expect(await stored(world.services, site)).toEqual([])
  })

  test.each([
    ['a bot', { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }, 'bot'],
    ['a program without a name', { 'User-Agent': '' }, 'bot'],
    ['a foreign page', { Origin: 'https://elsewhere.example' }, 'quarantined'],
    ['a page that hides its origin', { Origin: 'null' }, 'quarantined'],
    [
      'a host that only begins like the site',
      { Origin: 'https://shop-3.example.evil' },
      'quarantined',
    ],
  ])('the events of %s are kept and not counted', async (_case, headers, outcome) => {
    const { world, site, edge, payload } = await openShop()

    const outcomes = await edge.page(site, headers).report(visitEvent(), impressionEvent(payload))

    expect(outcomes.map((one) => one.outcome)).toEqual([outcome, outcome])
    expect((await stored(world.services, site)).map((row) => row.outcome)).toEqual([
      outcome,
      outcome,
    ])
    expect(await totals(world.services, site)).toEqual({})
    expect(await seenAt(world.services, site)).toBeNull()
  })

  test('a host that only begins like the site is a foreign one', async () => {
    const { site, edge } = await openShop()

    const outcomes = await edge
      .page(site, { Origin: `${site.url}.evil.example` })
      .report(visitEvent())

    expect(outcomes).toMatchObject([{ outcome: 'quarantined' }])
  })

  async function seenAt({ db }: Services, { scope }: TestSite) {
    const [row] = await db.system
      .select({ at: sites.pixelSeenAt })
      .from(sites)
      .where(eq(sites.id, scope.siteId))
    return row?.at ?? null
  }

  test("the site's first own report marks the pixel as seen, at most once a minute", async () => {
    const { world, site, edge } = await openShop()
    const page = edge.page(site, { Origin: site.url.replace('https://', 'https://www.') })

    await page.report(visitEvent())
    await expect.poll(() => seenAt(world.services, site)).toEqual(world.clock.now())
    const first = world.clock.now()
    world.clock.advance(59_000)
    await page.report(visitEvent())
    world.clock.advance(2_000)
    await page.report(visitEvent())

    await expect.poll(() => seenAt(world.services, site)).toEqual(world.clock.now())
    expect(world.clock.now().getTime() - first.getTime()).toBe(61_000)
  })

  test('events are counted in the hour of the server in UTC', async () => {
    const { world, site, edge } = await openShop()
    world.clock.advance(59 * 60_000)
    await edge.page(site).report(visitEvent())
    world.clock.advance(2 * 60_000)
    await edge.page(site).report(visitEvent(), visitEvent())

    const rows = await world.services.db.system
      .select({ hour: hourlyEvents.hour, total: hourlyEvents.total })
      .from(hourlyEvents)
      .orderBy(hourlyEvents.hour)

    expect(rows).toEqual([
      { hour: new Date(Date.UTC(2026, 2, 2, 10)), total: 1 },
      { hour: new Date(Date.UTC(2026, 2, 2, 11)), total: 2 },
    ])
  })

  test('ten thousand ids, each sent three times in parallel, count ten thousand', async () => {
    const { world, site, edge } = await openShop()
    const ids = Array.from({ length: 10_000 }, newEventId)
    const batches = Array.from({ length: 100 }, (_one, at) => ids.slice(at * 100, at * 100 + 100))
    const thrice = [...batches, ...batches.toReversed(), ...batches]

    // As many at the same time as the queue accepts while the database is busy. More would rightly be refused.
    const answers: Awaited<ReturnType<ReturnType<typeof edge.page>['report']>>[] = []
    for (let from = 0; from < thrice.length; from += 50) {
      const wave = thrice.slice(from, from + 50)
      answers.push(
        ...(await Promise.all(
          wave.map((batch) => edge.page(site).report(...batch.map((id) => visitEvent(id)))),
        )),
      )
    }

    const accepted = answers.flat().filter(({ outcome }) => outcome === 'accepted')
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(10_000)
    expect(accepted).toHaveLength(10_000)
    expect(answers.flat().filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(20_000)
    expect(await totals(world.services, site)).toEqual({ visit: 10_000 })
    expect(await recount(world.services)).toEqual([])
  }, 60_000)

  test('recount names a wrong sum, a missing and a surplus one, and mends them when asked', async () => {
    const { world, site, edge, payload } = await openShop()
    await edge.page(site).report(visitEvent(), visitEvent(), impressionEvent(payload))
    const { db } = world.services
    await db.system.update(hourlyEvents).set({ total: 7 }).where(eq(hourlyEvents.type, 'visit'))
    await db.system.delete(hourlyEvents).where(eq(hourlyEvents.type, 'impression'))
    const hour = new Date(Date.UTC(2026, 2, 2, 8))
    const { teamId, siteId } = site.scope
    await db.system.insert(hourlyEvents).values({
      teamId,
      siteId,
      hour,
      nudgeId: 0,
      type: 'close' as const,
      total: 1,
      detail: '',
      device: 'desktop' as const,
      country: '',
    })

    const found = await recount(world.services)
    const ofOther = await recount(world.services, { siteId: siteId + 1 })
    const recent = await recount(world.services, { since: world.clock.now() })
    const repaired = await recount(world.services, { repair: true })

    expect(found).toMatchObject([
      { owner: site.uuid, at: hour, key: { nudge_id: 0, type: 'close' }, stored: 1, counted: 0 },
      { owner: site.uuid, key: { type: 'impression' }, stored: 0, counted: 1 },
      { owner: site.uuid, key: { nudge_id: 0, type: 'visit' }, stored: 7, counted: 2 },
    ])
    expect(ofOther).toEqual([])
    expect(recent).toHaveLength(2)
    expect(repaired).toEqual(found)
    expect(await recount(world.services)).toEqual([])
    expect(await totals(world.services, site)).toEqual({ visit: 2, impression: 1 })
  })

  test('a site that is deleted while its pages report loses only its own events', async () => {
    const { world, site, edge } = await openShop()
    const other = await world.site()
    await edge.page(site).report(visitEvent())
    await world.services.db.system.delete(sites).where(eq(sites.id, site.scope.siteId))

    const [gone, kept] = await Promise.all([
      edge.page(site).report(visitEvent()),
      edge.page(other).report(visitEvent()),
    ])

    expect(gone).toMatchObject([{ outcome: 'rejected', reason: 'unknown_site' }])
    expect(kept).toMatchObject([{ outcome: 'accepted' }])
  })
}
