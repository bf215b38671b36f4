import { expect, test } from 'vitest'
import { action, loader } from '#app/routes/home.tsx'
import { loader as showImpact } from '#app/routes/statistics/effect.tsx'
import type { TestSite } from '../../support/makers.ts'
import { impressionEvent, newEventId, serveEdge } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { eventRow, liftLimits, store } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'
import { dayMillis } from '#app/lib/time.ts'

const show = (world: World, { owner }: TestSite) => loader(world.visit('/', { as: owner }))

/** One impression and optionally its click. */
async function reportShown(world: World, site: TestSite, isClicked = false) {
  const page = (await serveEdge(world.services)).page(site)
  const shown = impressionEvent(await page.payload())
  const clicked = { ...shown, id: newEventId(), type: 'click' }
  await page.report(...(isClicked ? [shown, clicked] : [shown]))
}

test('a new site shows zeros, nothing seen and nothing published', async () => {
  const world = await createWorld()
  const site = await world.site({ url: 'https://shop.example' })

  const view = await show(world, site)

  expect(view).toMatchObject({
    host: 'shop.example',
    live: {
      pixelSeenAt: null,
      lastReceivedAt: null,
      totals: { week: { impressions: 0, clicks: 0 }, ever: { impressions: 0, clicks: 0 } },
      nudges: [],
      counts: { published: 0, drafts: 0, goals: 0 },
      activities: [],
    },
    issues: [],
    recommended: [],
  })
})

test('an impression and a click are counted for the site and for the nudge', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  await world.nudge(site)

  await reportShown(world, site, true)
  await reportShown(world, site)

  const { totals, nudges } = (await show(world, site)).live
  expect(totals.week).toEqual({ impressions: 2, clicks: 1 })
  expect(nudges).toMatchObject([
    { name: 'Recent purchases', totals: { impressions: 2, clicks: 1 }, rate: 0.5 },
  ])
  // The page's response doesn't wait for it.
  await expect
    .poll(async () => (await show(world, site)).live.pixelSeenAt)
    .toEqual(world.clock.now())
})

test('what is older than seven days counts in total only', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  await world.nudge(site)
  await reportShown(world, site)

  world.clock.advance(8 * dayMillis)

  const { totals } = (await show(world, site)).live
  expect(totals).toEqual({
    week: { impressions: 0, clicks: 0 },
    ever: { impressions: 1, clicks: 0 },
  })
})

test('activities are told newest first in the words of the nudge, with the reason for silence', async () => {
  const world = await createWorld()
  const site = await world.site()
  const before = (millis: number) => new Date(world.clock.now().getTime() - millis)
  await storePurchase(world.services, site, { occurredAt: before(9 * dayMillis) })
  await storePurchase(world.services, site, { occurredAt: before(1000), firstName: null })
  await storePurchase(world.services, site, { occurredAt: before(2000), isShowable: false })

  const { activities, lastReceivedAt } = (await show(world, site)).live

  expect(activities.map(({ title, text, state }) => [`${title} ${text}`, state])).toEqual([
    ['Someone in the Netherlands bought Blue Kettle', 'live'],
    ['Ann in the Netherlands bought Blue Kettle', 'withheld'],
    ['Ann in the Netherlands bought Blue Kettle', 'old'],
  ])
  expect(lastReceivedAt).toEqual(world.clock.now())
})

test("another team's figures and activities are not part of it", async () => {
  const world = await createWorld()
  const [mine, theirs] = [await world.site(), await world.site()]
  await storePurchase(world.services, theirs)
  await world.nudge(theirs)
  await reportShown(world, theirs, true)

  const { live: view } = await show(world, mine)

  expect(view.totals.ever).toEqual({ impressions: 0, clicks: 0 })
  expect([view.nudges, view.activities]).toEqual([[], []])
})

test('the kill switch stops every nudge, says since when, and is thrown back', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  await world.nudge(site)
  const page = (await serveEdge(world.services)).page(site)
  const press = (intent: string) => action(world.visit('/', { as: site.owner, form: { intent } }))

  await press('pause')
  const since = world.clock.now()
  world.clock.advance(60_000)
  await press('pause')
  const paused = await page.payload()
  const view = await show(world, site)
  await press('resume')

  expect(paused).toMatchObject({ nudges: [], withheld: 'paused' })
  expect(view.pausedAt).toEqual(since)
  expect((await page.payload()).nudges).toHaveLength(1)
  expect((await show(world, site)).pausedAt).toBeNull()
})

test('nobody else throws the switch', async () => {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site()

  await expect(action(world.visit('/', { form: { intent: 'pause' } }))).rejects.toMatchObject({
    status: 302,
  })
  await action(world.visit('/', { as: other.owner, form: { intent: 'pause' } }))

  expect((await show(world, site)).pausedAt).toBeNull()
})

test('use of the plan, the effect that nobody measures and a silent pixel are told', async () => {
  const world = await createWorld()
  const site = await world.site({ options: { holdout: 0 } })
  await storePurchase(world.services, site)
  await world.nudge(site)
  await reportShown(world, site)
  const fresh = await show(world, site)

  world.clock.advance(2 * dayMillis)

  const { issues: problems, use, effect } = await show(world, site)
  expect(fresh.issues).toEqual([])
  expect(problems).toMatchObject([{ to: `/pixel/${site.uuid}` }])
  expect(use).toMatchObject({ meteredBy: 'visitors', used: fresh.use.used, percent: 0 })
  expect(effect).toEqual({ kind: 'no_experiment' })
})

test('the impact counts the days that Statistics show', async () => {
  const world = await createWorld()
  const site = await world.site({ options: { holdout: 50 } })
  await liftLimits(world.services)
  const visit = () => eventRow(site, { receivedAt: world.clock.now(), arm: 'shown' })
  await store(world.services, [visit(), visit()])
  // Within 30 times 24 hours, but on the day before the last 30 days.
  world.clock.advance(29.9 * dayMillis)
  await store(world.services, [visit()])

  const home = await show(world, site)
  const statistics = await showImpact(world.visit('/statistics/effect', { as: site.owner }))

  expect(statistics.effect).toMatchObject({ arms: { shown: { visitors: 1 } } })
  expect(home.effect).toEqual(statistics.effect)
})
