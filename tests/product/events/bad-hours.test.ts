/** Hours in which the database is away or full, or clocks go wrong, with and without a log of events. On both engines. */
import { expect, test } from 'vitest'
import { hourlyEvents, meters, pixelEvents, teams } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { hourMillis, minuteMillis } from '#app/lib/time.ts'
import {
  aroundApply,
  countStored,
  createLoggedWorld,
  logFolder,
  openLog,
  openShop,
} from '../../support/event-log/log-world.ts'
import { serveEdge, visitEvent } from '../../support/pages.ts'
import { createWorld, type World } from '../../support/world.ts'

const ways = [
  ['stored directly', () => createWorld()],
  ['logged first', () => createLoggedWorld()],
] as const

test('ten minutes without a database: pages repeat what was refused, and all counts once', async () => {
  const world = await createLoggedWorld()
  let isAway = true
  const pool = aroundApply(world.services.pool, (apply) =>
    isAway ? Promise.reject(new Error('Connection terminated unexpectedly')) : apply(),
  )
  const site = await world.site()
  const edge = await serveEdge({ ...world.services, pool })
  const page = edge.page(site, { Prefer: 'wait=0' })
  const waiting = new Map<string, object>()
  const statuses: number[] = []

  for (let minute = 0; minute < 10; minute += 1) {
    const event = visitEvent()
    waiting.set(event.id, event)
    const { status } = await page.send({ events: [...waiting.values()] })
    statuses.push(status)
    if (status === 200) waiting.clear()
    world.clock.advance(minuteMillis + 1)
  }
  isAway = false
  await expect.poll(async () => (await countStored(world.services)).total).toBe(1)
  const repeated = await page.report(...waiting.values())
  await expect.poll(async () => (await countStored(world.services)).total).toBe(10)

  expect(statuses).toEqual([200, ...Array<number>(9).fill(503)])
  expect(repeated.map(({ outcome }) => outcome)).toEqual(Array(9).fill('taken'))
  expect(await countStored(world.services)).toEqual({ rows: 10, total: 10 })
  expect(await recount(world.services)).toEqual([])
})

/** PostgreSQL's error for a full disk, from the statement itself (class 53). */
async function fillDisk({ services: { pool } }: World): Promise<() => Promise<void>> {
  await pool.query(`set role none;
    create function refuse_rows() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger refuse_rows before insert on pixel_events for each row execute function refuse_rows();
    set role footfall_system`)
  return async () => {
    await pool.query(`set role none;
      drop trigger refuse_rows on pixel_events; drop function refuse_rows();
      set role footfall_system`)
  }
}

test('the database’s disk is full: a logged event waits, none is set aside, and it counts when there’s room', async () => {
  const { world, services, folder, visit } = await openShop()
  const { append, applier, log } = openLog(services, folder)
  await append(visit(), visit())
  const makeRoom = await fillDisk(world)

  const whileFull = [await applier.applyAll(), await applier.applyAll()]
  const waited = log.lag().events
  const { setAside } = applier.readFigures()
  await makeRoom()
  while (!(await applier.applyAll()));

  expect(whileFull).toEqual([false, false])
  expect([waited, setAside]).toEqual([2, 0])
  expect(await countStored(services)).toEqual({ rows: 2, total: 2 })
  expect(await recount(services)).toEqual([])
})

test('the database’s disk is full: an event that isn’t logged first is refused, and its repeat counts once', async () => {
  const world = await createWorld()
  const site = await world.site()
  const edge = await serveEdge(world.services)
  const page = edge.page(site)
  const event = visitEvent()
  const makeRoom = await fillDisk(world)

  const { status } = await page.send({ events: [event] })
  const refused = await countStored(world.services)
  await makeRoom()
  const repeated = await page.report(event)

  expect(status).toBe(503)
  expect(refused).toEqual({ rows: 0, total: 0 })
  expect(repeated).toEqual([{ id: event.id, outcome: 'accepted' }])
  expect(await countStored(world.services)).toEqual({ rows: 1, total: 1 })
})

test.each(ways)(
  'a clock goes back an hour: events that are %s count once',
  async (_way, create) => {
    const world = await create()
    const { services, clock } = world
    const site = await world.site()
    const edge = await serveEdge(services)
    const page = edge.page(site)
    // The site is older than the hour that comes twice.
    clock.advance(3 * hourMillis)

    const before = visitEvent()
    const outcomes = [await page.report(before, visitEvent())]
    clock.advance(-hourMillis)
    outcomes.push(await page.report(before, visitEvent(), visitEvent()))
    clock.advance(hourMillis)
    outcomes.push(await page.report(visitEvent()))

    expect(outcomes.map((some) => some.map(({ outcome }) => outcome))).toEqual([
      ['accepted', 'accepted'],
      ['duplicate', 'accepted', 'accepted'],
      ['accepted'],
    ])
    expect(await countStored(services)).toEqual({ rows: 5, total: 5 })
    const hours = await services.db.system.select({ hour: hourlyEvents.hour }).from(hourlyEvents)
    expect(new Set(hours.map(({ hour }) => hour.getTime())).size).toBe(2)
    expect(await recount(services)).toEqual([])
  },
)

test('a plan’s limit is reached on two nodes at the same moment: each unit is granted once', async () => {
  const { services, folder, visit } = await openShop()
  const nodes = [openLog(services, folder), openLog(services, logFolder())]
  await services.db.system.update(teams).set({ planLimit: 50 })
  for (const { append } of nodes) await append(...Array.from({ length: 40 }, () => visit()))

  const applied = await Promise.all(nodes.map(({ applier }) => applier.applyAll()))

  expect(applied).toEqual([true, true])
  const stored = await services.db.system.select().from(pixelEvents)
  expect(stored.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(50)
  expect(stored.filter(({ outcome }) => outcome === 'over_limit')).toHaveLength(30)
  expect(stored.filter(({ isBilled }) => isBilled)).toHaveLength(50)
  expect(await services.db.system.select().from(meters)).toMatchObject([{ visitors: 50 }])
  expect(await recount(services)).toEqual([])
})
