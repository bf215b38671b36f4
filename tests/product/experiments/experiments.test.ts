/**
 * Experiments with a single nudge: what visitors see, where they count, and how experiments end.
 */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { PixelPayload } from '#app/contract/pixel.ts'
import {
  experimentDays,
  goals,
  meters,
  nudgeExperiments,
  nudges,
  pixelEvents,
  sites,
} from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { assignArm } from '#app/domain/allocation/assign-arm.ts'
import { assignVariant } from '#app/domain/allocation/assign-variant.ts'
import {
  decideExperiment,
  startExperiment,
} from '#app/domain/nudges/experiments/experiments.server.ts'
import { listExperiments } from '#app/domain/stats/effect/read-experiments.server.ts'
import { resolveClaim } from '#app/domain/nudges/claims.server.ts'
import { archiveNudges, switchNudges } from '#app/domain/nudges/editing/bulk-actions.server.ts'
import { saveDraft } from '#app/domain/nudges/editing/drafts.server.ts'
import { readNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { publishNudge } from '#app/domain/nudges/editing/publish.server.ts'
import { action as change, loader as open } from '#app/routes/nudges/nudge.tsx'
import { shortIdOf } from '#app/lib/short-id.ts'
import { storeNudge } from '../../support/nudges.ts'
import { browser, impressionEvent, newEventId, serveEdge, visitEvent } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { liftLimits } from '../../support/stored-events.ts'
import { createWorld } from '../../support/world.ts'

const patience = { timeout: 30_000, interval: 100 }

/** A published nudge with a draft of another text, and pages that show it. */
async function openShop(holdout = 0) {
  const world = await createWorld()
  const { services } = world
  const site = await world.site({ options: { holdout } })
  const { scope, owner } = site
  await liftLimits(services)
  await storePurchase(services, site)
  const { uuid: nudge } = await world.nudge(site)
  const edge = await serveEdge(services)
  const who = { uuid: nudge, userId: owner.id }

  const word = async (text: string) => {
    const { settings } = await readNudge(services, scope, nudge)
    const message = { title: '', text, one: '' }
    return saveDraft(services, scope, { ...who, settings: { ...settings, message } })
  }
  await word('{product} found a home')
  return {
    world,
    services,
    site,
    scope,
    nudge,
    edge,
    who,
    word,
    start: (kind: 'draft' | 'without' = 'draft', share = 50) =>
      startExperiment(services, scope, { nudge, userId: owner.id, kind, share }),
    decide: (keep: 'a' | 'b' | null) =>
      decideExperiment(services, scope, { nudge, userId: owner.id, keep }),
    experiments: () =>
      services.db.system
        .select()
        .from(nudgeExperiments)
        .where(eq(nudgeExperiments.siteId, scope.siteId))
        .orderBy(nudgeExperiments.id),
    ask: async (visitor: string) => {
      const address = `${edge.baseUrl}/api/pixel/${site.uuid}?visitor=${visitor}`
      const read = () => fetch(address, { headers: { 'User-Agent': browser } })
      // A busy machine may compile longer than a page waits, which is a 503.
      await expect.poll(async () => (await read()).status, patience).toBe(200)
      const response = await read()
      return { headers: response.headers, payload: (await response.json()) as PixelPayload }
    },
  }
}

type Shop = Awaited<ReturnType<typeof openShop>>

/** Ids of visitors who consented, by their variant. */
async function drawVisitors({ services, site, experiments }: Shop, holdout: number) {
  const [experiment] = await experiments()
  if (!experiment) throw new Error('No experiment runs.')
  const drawn: Record<'a' | 'b' | 'holdout', string[]> = { a: [], b: [], holdout: [] }
  for (let number = 0; number < 100; number += 1) {
    const consentId = `visitor-${String(number).padStart(20, '0')}`
    const facts = { siteUuid: site.uuid, consentId, address: '', userAgent: '' }
    const key = await services.security.visitorKeys.of({ ...facts, at: services.now() })
    const isHeldOut = assignArm(key, holdout) === 'holdout'
    drawn[isHeldOut ? 'holdout' : assignVariant(key, experiment)].push(consentId)
  }
  const [a, b, held] = [drawn.a[0], drawn.b[0], drawn.holdout[0]]
  if (a === undefined || b === undefined) throw new Error('A side is empty.')
  return { experiment, a, b, held, drawn }
}

const textsOf = ({ nudges: shownNudges }: PixelPayload) =>
  JSON.stringify(shownNudges.map(({ items }) => items))

test('each variant shows its own words, by claims that resolve, and the holdout group sees none', async () => {
  const shop = await openShop(50)
  await shop.start('draft')
  const { experiment, a, b, held = '' } = await drawVisitors(shop, 50)

  const [one, other, none] = await Promise.all([shop.ask(a), shop.ask(b), shop.ask(held)])

  expect(textsOf(one.payload)).not.toContain('found a home')
  expect(textsOf(other.payload)).toContain('found a home')
  expect(none.payload).toMatchObject({ nudges: [], withheld: 'holdout' })
  for (const { headers } of [one, other, none]) {
    expect(headers.get('cache-control')).toBe('private, max-age=10')
  }
  expect(experiment).toMatchObject({ versionA: 1, versionB: 2 })
  const claim = impressionEvent(other.payload).claim
  const resolved = await resolveClaim(shop.services, shop.scope, claim)
  expect(resolved).toMatchObject({ nudge: shop.nudge })
  expect(resolved?.text).toContain('found a home')
  const shownNudges = [
    { ...impressionEvent(one.payload), visitor: a },
    { ...impressionEvent(other.payload), visitor: b },
  ]
  const outcomes = await shop.edge.page(shop.site).report(...shownNudges)
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted'])
})

test('without the nudge, variant B gets all others, and its pages get the nudge right after A is kept', async () => {
  const shop = await openShop()
  const content = { text: 'Made by hand in Utrecht' }
  const other = await storeNudge(shop.services, shop.site, { type: 'custom', position: 9, content })
  await shop.start('without')
  const { a, b } = await drawVisitors(shop, 0)

  const idsOf = async (visitor: string) =>
    (await shop.ask(visitor)).payload.nudges.map(({ id }) => id)

  expect(await idsOf(a)).toEqual([shop.nudge, other].map(shortIdOf))
  expect(await idsOf(b)).toEqual([shortIdOf(other)])
  await shop.decide('a')
  expect(await idsOf(b)).toEqual([shop.nudge, other].map(shortIdOf))
  expect((await shop.ask(b)).headers.get('cache-control')).toMatch(/^public/)
})

test('every visitor counts once in the assigned variant, whatever is repeated', async () => {
  const shop = await openShop(50)
  const { services, site, scope } = shop
  const times = { createdAt: services.now(), updatedAt: services.now() }
  const [goal] = await services.db.system
    .insert(goals)
    .values({
      ...times,
      teamId: scope.teamId,
      siteId: scope.siteId,
      name: 'Called',
      kind: 'js' as const,
      isRepeatable: true,
    })
    .returning({ uuid: goals.uuid })
  const page = shop.edge.page(site)
  const before = await page.report(visitEvent())
  await shop.start('draft', 30)
  const { drawn } = await drawVisitors(shop, 50)
  const all = [...drawn.a, ...drawn.b, ...drawn.holdout]
  const reached = (visitor: string) => ({
    id: newEventId(),
    type: 'goal',
    goal: goal?.uuid ?? '',
    page: '/',
    visitor,
  })

  const visits = all.map((visitor) => ({ ...visitEvent(), visitor }))
  await page.report(...visits)
  await page.report(...visits)
  await page.report(...all.map((visitor) => ({ ...visitEvent(), visitor })))
  await page.report(...drawn.a.slice(0, 3).flatMap((one) => [reached(one), reached(one)]))
  await page.report(...drawn.b.slice(0, 2).map(reached), ...drawn.holdout.slice(0, 1).map(reached))
  await shop.edge
    .page(site, { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
    .report(visitEvent())
  await shop.edge.page(site, { Origin: 'https://elsewhere.example' }).report(visitEvent())

  expect(before).toMatchObject([{ outcome: 'accepted' }])
  const [shownNudges] = await listExperiments(services, scope)
  expect(shownNudges?.variants).toEqual({
    a: { visitors: drawn.a.length, converters: 3 },
    b: { visitors: drawn.b.length, converters: 2 },
  })
  expect(await recount(services)).toEqual([])
  const [used] = await services.db.system.select().from(meters)
  const anonymous = await services.db.system
    .select({ arm: pixelEvents.arm })
    .from(pixelEvents)
    .where(eq(pixelEvents.id, before[0]?.id ?? ''))
  const isBilled = anonymous[0]?.arm === 'shown' ? 1 : 0
  expect(used?.visitors).toBe(drawn.a.length + drawn.b.length + isBilled)
  expect(drawn.holdout.length).toBeGreaterThan(20)
})

test('a wrong sum of an experiment is found and mended from the raw events', async () => {
  const shop = await openShop()
  const { services, site } = shop
  await shop.start('draft')
  const { drawn } = await drawVisitors(shop, 0)
  await shop.edge
    .page(site)
    .report(...[...drawn.a, ...drawn.b].map((visitor) => ({ ...visitEvent(), visitor })))
  const [right] = await listExperiments(services, shop.scope)
  await services.db.system
    .update(experimentDays)
    .set({ visitors: 7, converters: 2 })
    .where(eq(experimentDays.side, 'b'))

  const found = await recount(services, { repair: true })

  expect(found.map(({ table, key, stored }) => [table, key['mark'], stored])).toEqual([
    ['experiment_days', 'converted', 2],
    ['experiment_days', 'seen', 7],
  ])
  expect(await recount(services)).toEqual([])
  expect((await listExperiments(services, shop.scope))[0]?.variants).toEqual(right?.variants)
})

test('while nothing is shown to anyone, no visitor is in a variant', async () => {
  const shop = await openShop()
  await shop.start('draft')
  const { services, site } = shop
  const { b } = await drawVisitors(shop, 0)
  await services.db.system.update(sites).set({ pausedAt: services.now() })
  services.siteCache.invalidate(site.uuid)

  const { payload } = await shop.ask(b)
  await shop.edge.page(site).report({ ...visitEvent(), visitor: b })

  expect(payload).toMatchObject({ nudges: [], withheld: 'paused' })
  expect(await services.db.system.select().from(experimentDays)).toEqual([])
})

test('only one runs at a time, with a nudge that pages show and with something to compare', async () => {
  const shop = await openShop()
  const { services, site, scope, who } = shop
  const content = { text: 'Made by hand in Utrecht' }
  const other = await storeNudge(services, site, { type: 'custom', position: 9, content })
  const begin = (nudge: string, kind: 'draft' | 'without', share = 50) =>
    startExperiment(services, scope, { nudge, userId: who.userId, kind, share })

  await expect(begin(other, 'draft')).rejects.toMatchObject({ code: 'invalid' })
  await expect(begin(shop.nudge, 'draft', 4)).rejects.toMatchObject({ code: 'invalid' })
  await switchNudges(services, scope, { uuids: [other], isOn: false })
  await expect(begin(other, 'without')).rejects.toMatchObject({ code: 'invalid' })
  await switchNudges(services, scope, { uuids: [other], isOn: true })
  const results = await Promise.allSettled([begin(shop.nudge, 'draft'), begin(other, 'without')])

  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = results.find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { code: 'invalid' } })
  expect(await shop.experiments()).toHaveLength(1)
})

test('a draft that could not be published is not compared either', async () => {
  const shop = await openShop()
  await shop.word('50 people recommend {product}')

  await expect(shop.start('draft')).rejects.toMatchObject({ code: 'invalid' })

  expect(await shop.experiments()).toEqual([])
})

test('keeping B publishes what its visitors saw, and edits made in between stay a draft', async () => {
  const shop = await openShop()
  const { services, scope, nudge } = shop
  await shop.start('draft')
  await shop.word('{product} was sold')

  await shop.decide('b')

  const { a } = await drawVisitors(shop, 0)
  expect(textsOf((await shop.ask(a)).payload)).toContain('found a home')
  const edited = await readNudge(services, scope, nudge)
  expect(edited).toMatchObject({ version: 2, hasDraft: true, state: 'published' })
  expect(edited.settings.message?.text).toBe('{product} was sold')
  expect(await shop.experiments()).toMatchObject([{ kept: 'b', endedAt: services.now() }])
  await expect(shop.decide('b')).rejects.toMatchObject({ code: 'invalid' })
})

test('to keep B of a nudge that it did without switches the nudge off', async () => {
  const shop = await openShop()
  await shop.start('without')

  await shop.decide('b')

  expect(await readNudge(shop.services, shop.scope, shop.nudge)).toMatchObject({
    state: 'paused',
    hasDraft: true,
  })
})

test('replacing or removing the published nudge ends its experiment, and saving a draft doesn’t', async () => {
  const shop = await openShop()
  const { services, scope, nudge, who } = shop
  const uuids = [nudge]

  await shop.start('draft')
  await shop.word('{product} was sold')
  expect((await shop.experiments()).at(-1)?.endedAt).toBeNull()
  await publishNudge(services, scope, who)
  expect((await shop.experiments()).at(-1)).toMatchObject({ kept: null, endedAt: services.now() })
  // Claims refer to variant B by its version number, so no other version may get it.
  expect(await readNudge(services, scope, nudge)).toMatchObject({ version: 3 })

  for (const end of [
    () => switchNudges(services, scope, { uuids, isOn: false }),
    () => archiveNudges(services, scope, uuids),
  ]) {
    await services.db.system
      .update(nudges)
      .set({ state: 'published', archivedAt: null })
      .where(eq(nudges.uuid, nudge))
    await shop.start('without')
    await end()
    expect((await shop.experiments()).at(-1)).toMatchObject({ kept: null, endedAt: services.now() })
  }
})

test('members who can edit start and end it in the editor, and analysts see it', async () => {
  const shop = await openShop()
  const { world, site, nudge } = shop
  const analyst = await world.member(site.team, { role: 'analyst' })
  const path = `/nudges/${nudge}`
  const params = { id: nudge }
  const begin = { intent: 'begin-experiment', kind: 'draft', share: '30' }
  const send = (form: Record<string, string>, as = site.owner) =>
    change(world.visit(path, { as, form, params }))

  await expect(send(begin, analyst)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await send({ ...begin, share: '90' })).toMatchObject({ init: { status: 422 } })
  expect(await send({ ...begin, kind: 'all' })).toMatchObject({ init: { status: 422 } })
  await send(begin)
  const shown = await open(world.visit(path, { as: analyst, params }))
  await expect(send({ intent: 'end-experiment', keep: 'b' }, analyst)).rejects.toMatchObject({
    code: 'forbidden',
  })
  await send({ intent: 'end-experiment', keep: 'b' })
  const over = await open(world.visit(path, { as: site.owner, params }))

  expect(shown.experiments.running).toMatchObject({
    kind: 'draft',
    share: 30,
    nudge: { uuid: nudge },
    effect: { kind: 'compared', comparison: { kind: 'not_enough_data' } },
  })
  expect(over.experiments).toMatchObject({ running: null, ended: [{ kept: 'b' }] })
  expect(over).toMatchObject({ hasDraft: false })
})

test('another site sees and ends nothing of it', async () => {
  const shop = await openShop()
  await shop.start('draft')
  const theirs = await shop.world.site()

  const decision = { nudge: shop.nudge, userId: theirs.owner.id, keep: 'b' as const }
  await expect(decideExperiment(shop.services, theirs.scope, decision)).rejects.toMatchObject({
    code: 'not_found',
  })

  expect(await listExperiments(shop.services, theirs.scope)).toEqual([])
  expect((await shop.experiments()).at(-1)?.endedAt).toBeNull()
})
