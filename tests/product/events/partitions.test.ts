import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  eventIds,
  hourlyEvents,
  pixelEvents,
  sites,
  visitorDays,
  visitors,
  visitorSalts,
} from '#app/db/schema/index.ts'
import { keepPartitions } from '#app/domain/events/partitions.server.ts'
import { createVisitorKeys, sweepSalts } from '#app/domain/events/visitor-key.server.ts'
import { newEventId, serveEdge, visitEvent } from '../../support/pages.ts'
import { createWorld, type World } from '../../support/world.ts'
import { dayMillis } from '#app/lib/time.ts'

async function openSite() {
  const world = await createWorld()
  const site = await world.site()
  const page = (await serveEdge(world.services)).page(site)
  return { world, site, page }
}

const count = async ({ services: { db } }: World, table: string) => {
  const { rows } = await db.system.execute<{ total: number }>(
    sql`select count(*)::int as total from ${sql.identifier(table)}`,
  )
  return rows[0]?.total
}

/** Days with a partition. */
const days = async ({ services: { db } }: World) => {
  const { rows } = await db.system.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
    where i.inhparent = 'pixel_events'::regclass order by 1`)
  return rows.map(({ name }) => name.replace('pixel_events_', ''))
}

test('the first event of a day without a prepared partition is stored', async () => {
  const { world, page } = await openSite()
  world.clock.advance(100 * dayMillis)

  const outcomes = await Promise.all([page.report(visitEvent()), page.report(visitEvent())])

  expect(outcomes.flat()).toMatchObject([{ outcome: 'accepted' }, { outcome: 'accepted' }])
  expect(await days(world)).toContain('20260610')
})

test('places are made for the coming week, and again without harm', async () => {
  const { world } = await openSite()

  await keepPartitions(world.services)
  await Promise.all([keepPartitions(world.services), keepPartitions(world.services)])

  expect(await days(world)).toEqual(
    expect.arrayContaining(['20260302', '20260303', '20260306', '20260309']),
  )
})

test('events that are too old go by the day, and their sums stay', async () => {
  const { world, page } = await openSite()
  await page.report(visitEvent(), visitEvent())

  world.clock.advance(90 * dayMillis)
  await keepPartitions(world.services)
  expect(await count(world, 'pixel_events')).toBe(2)
  world.clock.advance(dayMillis)
  await keepPartitions(world.services)

  expect(await count(world, 'pixel_events')).toBe(0)
  expect(await days(world)).not.toContain('20260302')
  expect(await count(world, 'visitors')).toBe(0)
  const [sum] = await world.services.db.system.select().from(hourlyEvents)
  expect(sum?.total).toBe(2)
})

test('a repeat is known for seven days at least, whenever the ids are turned', async () => {
  const { world, page } = await openSite()
  await keepPartitions(world.services)
  const early = visitEvent()
  await page.report(early)
  world.clock.advance(6.9 * dayMillis)
  const late = visitEvent()
  await page.report(late)

  world.clock.advance(0.2 * dayMillis)
  await keepPartitions(world.services)
  await keepPartitions(world.services)
  const afterTurn = await page.report(early, late)
  world.clock.advance(6.8 * dayMillis)
  await keepPartitions(world.services)
  const sevenDaysLater = await page.report(late)

  expect(afterTurn).toMatchObject([{ outcome: 'duplicate' }, { outcome: 'duplicate' }])
  expect(sevenDaysLater).toMatchObject([{ outcome: 'duplicate' }])
  // Two rotations later they no longer exist.
  world.clock.advance(7.1 * dayMillis)
  await keepPartitions(world.services)
  world.clock.advance(7.1 * dayMillis)
  await keepPartitions(world.services)
  expect(await count(world, 'event_ids')).toBe(0)
  expect(await count(world, 'event_ids_before')).toBe(0)
})

test('ids that are rotated while pages report are still deduplicated', async () => {
  const { world, page } = await openSite()
  await keepPartitions(world.services)
  world.clock.advance(8 * dayMillis)
  const ids = Array.from({ length: 40 }, newEventId)

  const reports = [...ids, ...ids].map((id) => page.report(visitEvent(id)))
  const turned = keepPartitions(world.services)
  const outcomes = (await Promise.all(reports)).flat().map(({ outcome }) => outcome)
  await turned

  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(40)
  expect(await count(world, 'pixel_events')).toBe(40)
})

test('a partition is reached only through its parent, where the row policies are', async () => {
  const { world, site, page } = await openSite()
  await page.report(visitEvent())
  const { db } = world.services
  const read = () =>
    db.asTeam(site.scope, (tx) => tx.execute(sql`select from pixel_events_20260302`))

  await expect(read()).rejects.toMatchObject({ cause: { code: '42501' } })
  expect(await db.asTeam(site.scope, (tx) => tx.select().from(pixelEvents))).toHaveLength(1)
})

test('deleting a site deletes everything that was reported to it', async () => {
  const { world, site, page } = await openSite()
  const { db } = world.services
  await page.report(visitEvent())

  await db.system.delete(sites).where(eq(sites.id, site.scope.siteId))

  for (const table of [pixelEvents, eventIds, hourlyEvents, visitors, visitorDays])
    expect(await db.system.select().from(table)).toEqual([])
})

test('a visitor is another one tomorrow, and on another site, unless they agreed', async () => {
  const { world, site } = await openSite()
  const {
    db,
    security: { visitorKeys },
  } = world.services
  const someone = { siteUuid: site.uuid, address: '192.0.2.7', userAgent: 'Browser' }
  const key = async (change: object) =>
    (await visitorKeys.of({ ...someone, at: world.clock.now(), ...change })).toString('hex')
  const consentId = 'agreed-agreed-agreed'
  const [today, agreed] = [await key({}), await key({ consentId })]

  expect(await key({})).toBe(today)
  expect(await key({ address: '192.0.2.8' })).not.toBe(today)
  expect(await key({ userAgent: 'Browser 2' })).not.toBe(today)
  expect(await key({ siteUuid: crypto.randomUUID() })).not.toBe(today)
  expect(await key({ consentId, siteUuid: crypto.randomUUID() })).not.toBe(agreed)
  world.clock.advance(dayMillis)
  expect(await key({})).not.toBe(today)
  expect(await key({ consentId, address: '192.0.2.8' })).toBe(agreed)

  world.clock.advance(dayMillis)
  await sweepSalts(world.services)
  expect((await db.system.select().from(visitorSalts)).map(({ day }) => day)).toEqual([
    '2026-03-03',
  ])
})

test('at the end of the day the salt leaves the memory, also when no visitor comes any more', async () => {
  const { world, site } = await openSite()
  const { db, security } = world.services
  const keys = createVisitorKeys({ db, secrets: security.secrets })
  const at = new Date('2026-03-01T23:59:59.950Z')
  const facts = { siteUuid: site.uuid, address: '192.0.2.7', userAgent: 'Browser', at }
  const key = async () => (await keys.of(facts)).toString('hex')

  const first = await key()
  await db.system.delete(visitorSalts)

  await expect.poll(key).not.toBe(first)
})

test('processes that ask at the same time agree on the salt of a day', async () => {
  const { world, site } = await openSite()
  const facts = { siteUuid: site.uuid, address: '192.0.2.7', userAgent: 'Browser' }

  const keys = await Promise.all(
    [1, 2, 3].map(async () =>
      createVisitorKeys({ db: world.services.db, secrets: world.services.security.secrets }).of({
        ...facts,
        at: world.clock.now(),
      }),
    ),
  )

  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
})
