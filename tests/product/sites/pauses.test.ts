/** All nudges paused for a time: by a person, and ended by the clock. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sites } from '#app/db/schema/index.ts'
import { createSiteCache } from '#app/domain/serving/site-cache.server.ts'
import { endDuePauses } from '#app/domain/sites/pause/pause.server.ts'
import { listAudit } from '#app/domain/teams/audit.server.ts'
import { describeEntry } from '#app/domain/teams/audit.ts'
import { hourMillis } from '#app/lib/time.ts'
import { action, loader } from '#app/routes/home.tsx'
import { loader as showSite } from '#app/routes/api/site.ts'
import type { TestSite } from '../../support/makers.ts'
import { serveEdge } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld, type World } from '../../support/world.ts'

const press = (world: World, { owner }: TestSite, form: Record<string, string>) =>
  action(world.visit('/', { as: owner, form }))

const pauseOf = async (world: World, { owner }: TestSite) => {
  const { pausedAt, pausedUntil } = await loader(world.visit('/', { as: owner }))
  return { pausedAt, pausedUntil }
}

const storedPause = async ({ services }: World, { scope }: TestSite) => {
  const [row] = await services.db.system
    .select({ pausedAt: sites.pausedAt, pausedUntil: sites.pausedUntil })
    .from(sites)
    .where(eq(sites.id, scope.siteId))
  return row
}

const sentences = async ({ services }: World, { team }: TestSite) =>
  (await listAudit(services, team.scope, null)).entries.map(describeEntry)

async function openShop() {
  const world = await createWorld()
  const site = await world.site({ name: 'Shop' })
  await storePurchase(world.services, site)
  await world.nudge(site)
  return { world, site }
}

/** Pages of a process that hears of changes, so it keeps what it has read for a minute. */
async function followedPage({ services }: World, site: TestSite) {
  const { db, log, now, config } = services
  const siteCache = createSiteCache({ db, log, now, appUrl: config.appUrl })
  siteCache.subscribe((_channel, { onListening }) => {
    onListening()
    return { stop: () => Promise.resolve() }
  })
  return { page: (await serveEdge({ ...services, siteCache })).page(site), siteCache }
}

const resting = { pausedAt: null, pausedUntil: null }

test('nudges return at the end of the hour, on pages that have the pause cached and before any job', async () => {
  const { world, site } = await openShop()
  const { clock } = world
  const begun = clock.now()
  const end = new Date(begun.getTime() + hourMillis)

  await press(world, site, { intent: 'pause', length: 'hour' })
  expect(await pauseOf(world, site)).toEqual({ pausedAt: begun, pausedUntil: end })
  clock.advance(hourMillis - 500)
  const { page, siteCache } = await followedPage(world, site)
  expect(await page.payload()).toMatchObject({ nudges: [], withheld: 'paused' })
  expect((await siteCache.site(site.uuid))?.isPaused).toBe(true)
  clock.advance(499)
  expect(await page.payload()).toMatchObject({ nudges: [], withheld: 'paused' })
  clock.advance(1)

  expect(await page.payload()).not.toHaveProperty('withheld')
  expect((await page.payload()).nudges).toHaveLength(1)
  expect((await siteCache.site(site.uuid))?.isPaused).toBe(false)
  expect(await pauseOf(world, site)).toEqual(resting)
  expect(await storedPause(world, site)).toEqual({ pausedAt: begun, pausedUntil: end })
})

test('the job clears a pause that has ended, once, and the audit log has both ends of it', async () => {
  const { world, site } = await openShop()
  await press(world, site, { intent: 'pause', length: 'hour' })

  expect(await endDuePauses(world.services)).toBe(0)
  world.clock.advance(hourMillis)
  expect(await endDuePauses(world.services)).toBe(1)
  expect(await endDuePauses(world.services)).toBe(0)

  expect(await storedPause(world, site)).toEqual(resting)
  expect((await sentences(world, site)).slice(0, 2)).toEqual([
    'The nudges of “Shop” resumed automatically.',
    `${site.owner.name} paused all nudges of “Shop” until Mar 2, 11:00 AM UTC.`,
  ])
})

test('tomorrow is the next morning on the clock of the site, also when that changes in the night', async () => {
  const { world, site } = await openShop()
  await world.services.db.system.update(sites).set({ timeZone: 'America/New_York' })
  // 8 March 2026, 2 AM there, is skipped.
  world.clock.advance(Date.parse('2026-03-08T00:30:00Z') - world.clock.now().getTime())

  await press(world, site, { intent: 'pause', length: 'tomorrow' })

  const { pausedUntil } = await pauseOf(world, site)
  expect(pausedUntil).toEqual(new Date('2026-03-08T12:00:00Z'))
})

test('a second press changes the end and keeps the beginning', async () => {
  const { world, site } = await openShop()
  const begun = world.clock.now()
  await press(world, site, { intent: 'pause', length: 'hour' })
  world.clock.advance(hourMillis / 2)
  await press(world, site, { intent: 'pause', length: 'hour' })

  const later = new Date(begun.getTime() + 1.5 * hourMillis)
  expect(await pauseOf(world, site)).toEqual({ pausedAt: begun, pausedUntil: later })
  world.clock.advance(hourMillis / 2)
  expect(await endDuePauses(world.services)).toBe(0)
  await press(world, site, { intent: 'pause' })
  expect(await pauseOf(world, site)).toEqual({ pausedAt: begun, pausedUntil: null })
})

test('a pause that was pressed after the end of another begins again', async () => {
  const { world, site } = await openShop()
  await press(world, site, { intent: 'pause', length: 'hour' })
  world.clock.advance(2 * hourMillis)

  await press(world, site, { intent: 'pause' })

  expect(await pauseOf(world, site)).toEqual({ pausedAt: world.clock.now(), pausedUntil: null })
})

test('resumed early, nothing is left of the end', async () => {
  const { world, site } = await openShop()
  await press(world, site, { intent: 'pause', length: 'hour' })

  await press(world, site, { intent: 'resume' })

  expect(await storedPause(world, site)).toEqual(resting)
  world.clock.advance(hourMillis)
  expect(await endDuePauses(world.services)).toBe(0)
  expect((await sentences(world, site))[0]).toBe(`${site.owner.name} resumed the nudges of “Shop”.`)
})

test('a release that knows no end leaves none behind when it resumes', async () => {
  const { world, site } = await openShop()
  await press(world, site, { intent: 'pause', length: 'hour' })

  await world.services.db.system.update(sites).set({ pausedAt: null })

  expect(await storedPause(world, site)).toEqual(resting)
})

test('the REST API says since when and until when', async () => {
  const { world, site } = await openShop()
  const token = await world.token(site.team, ['sites:read'])
  const read = async () => {
    const args = world.visit(`/api/v1/sites/${site.uuid}`, { params: { uuid: site.uuid }, token })
    const { data } = (await (await showSite(args)).json()) as { data: Record<string, unknown> }
    return { at: data.paused_at, until: data.paused_until }
  }

  const begun = world.clock.now()
  await press(world, site, { intent: 'pause', length: 'hour' })
  expect(await read()).toEqual({
    at: begun.toISOString(),
    until: new Date(begun.getTime() + hourMillis).toISOString(),
  })
  world.clock.advance(hourMillis)
  expect(await read()).toEqual({ at: null, until: null })
})

test('a length that no menu offers changes nothing', async () => {
  const { world, site } = await openShop()

  const answer = await press(world, site, { intent: 'pause', length: 'year' })

  expect(answer).toMatchObject({ init: { status: 422 } })
  expect(await storedPause(world, site)).toEqual(resting)
})
