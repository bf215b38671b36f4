/** Logged events are counted once, whatever fails between the log and the database. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { eq, gt, ne, sql } from 'drizzle-orm'
import type pg from 'pg'
import { expect, test } from 'vitest'
import {
  eventStreams,
  hourlyEvents,
  meters,
  pixelEvents,
  sites,
  teams,
} from '#app/db/schema/index.ts'
import { applyGroups } from '#app/domain/events/log/apply-groups.server.ts'
import { readCursor } from '#app/domain/events/log/stream-cursors.server.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import type { EventRow } from '#app/domain/events/store-events.server.ts'
import type { Services } from '#app/services.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { aroundApply, logFolder, openLog } from '../../support/event-log/log-world.ts'
import { eventRow } from '../../support/stored-events.ts'
import { createWorld } from '../../support/world.ts'

async function openShop() {
  const world = await createWorld()
  const site = await world.site({ options: { holdout: 0 } })
  const folder = logFolder()
  const visit = (wanted: Partial<EventRow> = {}) =>
    eventRow(site, { receivedAt: world.clock.now(), arm: 'shown', ...wanted })
  return { world, services: world.services, site, folder, visit }
}

async function countStored({ db }: Services): Promise<{ rows: number; total: number }> {
  const sums = await db.system.select({ total: hourlyEvents.total }).from(hourlyEvents)
  const rows = await db.system.$count(pixelEvents)
  return { rows, total: sums.reduce((sum, { total }) => sum + total, 0) }
}

/** Without the row by which the database knows the log. */
const cursorsOf = ({ db }: Services) =>
  db.system.select().from(eventStreams).where(gt(eventStreams.n, 0))

/** As in a database that never got them. */
const forgetEvents = ({ pool }: Services) =>
  pool.query(`set role none;
    truncate pixel_events, event_ids, hourly_events, hourly_pages, visitors, visitor_days, meters;
    reset role`)

test('logged events are stored and counted as reported ones are, and once', async () => {
  const { services, folder, visit } = await openShop()
  const { append, applier, log } = openLog(services, folder)
  const repeated = visit()

  await append(visit(), repeated)
  await append(repeated, visit())

  expect(await applier.applyAll()).toBe(true)
  expect(await applier.applyAll()).toBe(true)
  expect(await countStored(services)).toEqual({ rows: 3, total: 3 })
  expect(await recount(services)).toEqual([])
  expect(applier.readFigures()).toMatchObject({ applied: 4, setAside: 0, gaps: 0 })
  expect(log.lag()).toEqual({ events: 0, bytes: 0, since: null })
})

test('each event has its outcome, by its place in the group', async () => {
  const { services, folder, visit } = await openShop()
  const { append, applier } = openLog(services, folder)
  const repeated = visit()

  await append(visit(), repeated)
  const place = await append(
    visit(),
    repeated,
    visit({ siteId: 999_999 }),
    visit(),
    visit({ outcome: 'bot' }),
  )
  const waited = applier.outcomesOf(place)
  await applier.applyAll()

  const outcomeOf = await waited
  expect([0, 1, 2, 3, 4].map((index) => outcomeOf?.(index))).toEqual([
    ...['accepted', 'duplicate', 'unknown_site', 'accepted', 'bot'],
  ])
  expect(applier.readFigures().refused).toEqual(new Map([['unknown_site', 1]]))
})

test('two processes apply the same groups: one of them stores', async () => {
  const { services, folder, visit } = await openShop()
  const { append, applier, log, end } = openLog(services, folder)
  // This one has looked, and is idle.
  await applier.applyAll()
  const { stream } = await append(visit(), visit())
  await append(visit())
  const reader = log.read(stream, 0)
  const batch = await reader.read(100)
  await reader.close()
  if (!batch) throw new Error('Nothing was logged.')
  await readCursor(services.pool, stream, services.now())

  const applied = await Promise.all(
    [1, 2, 3].map(() => applyGroups({ pool: services.pool, stream }, batch, false)),
  )

  expect(applied.filter((one) => one !== null)).toHaveLength(1)
  expect(await countStored(services)).toEqual({ rows: 3, total: 3 })
  await end()
})

/** The database stores the groups, but its answer is lost. */
function withLostAnswer(pool: pg.Pool): pg.Pool {
  let isLost = false
  return aroundApply(pool, async (apply) => {
    const result = await apply()
    if (isLost) return result
    isLost = true
    throw new Error('Connection terminated unexpectedly')
  })
}

test('the answer of a statement is lost: its events are counted once, and a caller isn’t left waiting', async () => {
  const { services, folder, visit } = await openShop()
  const pool = withLostAnswer(services.pool)
  const { append, applier } = openLog({ ...services, pool }, folder)
  const place = await append(visit(), visit())
  const waited = applier.outcomesOf(place)

  expect(await applier.applyAll()).toBe(false)
  expect(await applier.applyAll()).toBe(true)

  expect(await waited).toBeNull()
  expect(await countStored(services)).toEqual({ rows: 2, total: 2 })
})

test('a batch that takes too long is tried in smaller ones', async () => {
  const { services, folder, visit } = await openShop()
  let most = 0
  const pool = aroundApply(services.pool, (apply, body) => {
    const events = (JSON.parse(body) as unknown[]).length
    most = Math.max(most, events)
    if (events <= 8) return apply()
    return Promise.reject(new Error('canceling statement due to statement timeout'))
  })
  const { append, applier } = openLog({ ...services, pool }, folder)
  for (let group = 0; group < 10; group += 1) await append(visit(), visit(), visit())

  const passes: boolean[] = []
  while (!passes.at(-1) && passes.length < 20) passes.push(await applier.applyAll())

  expect(most).toBe(30)
  expect(passes.at(-1)).toBe(true)
  expect(await countStored(services)).toEqual({ rows: 30, total: 30 })
})

test('a process ends between log and database: the next one applies what is left', async () => {
  const { services, folder, visit } = await openShop()
  const first = openLog(services, folder)
  await first.append(visit())
  await first.applier.applyAll()
  await first.append(visit())
  await first.append(visit())
  await first.end()

  const second = openLog(services, folder)

  expect(await second.applier.applyAll()).toBe(true)
  expect(await countStored(services)).toEqual({ rows: 3, total: 3 })
  expect(await cursorsOf(services)).toMatchObject([{ n: 3, endedAt: services.now() }])
})

test('a cursor that goes back, as by a restore, counts nothing a second time', async () => {
  const { services, folder, visit } = await openShop()
  const { append, applier, end } = openLog(services, folder)
  for (let group = 0; group < 5; group += 1) await append(visit(), visit())
  await applier.applyAll()
  await end()

  await services.db.system.update(eventStreams).set({ n: 2 }).where(gt(eventStreams.n, 0))
  const again = openLog(services, folder)
  await again.applier.applyAll()

  expect(await cursorsOf(services)).toMatchObject([{ n: 5 }])
  expect(await countStored(services)).toEqual({ rows: 10, total: 10 })
})

test('a database that is restored to before the events gets them from the log, once', async () => {
  const { services, folder, visit } = await openShop()
  const { append, applier, log } = openLog(services, folder)
  await append(visit(), visit())
  await applier.applyAll()
  await append(visit())
  await append(visit())
  await applier.applyAll()
  const before = await countStored(services)

  await forgetEvents(services)
  await services.db.system.delete(eventStreams).where(ne(eventStreams.id, log.id))
  await append(visit())
  await applier.applyAll()

  expect(before).toEqual({ rows: 4, total: 4 })
  expect(await countStored(services)).toEqual({ rows: 5, total: 5 })
  expect(await recount(services)).toEqual([])
})

test('a database fails over to an earlier moment while the process runs: what it lost is applied again, once', async () => {
  const { world, services, folder, visit } = await openShop()
  const first = openLog(services, folder)
  await first.append(visit(), visit())
  await first.end()
  const { append, applier } = openLog(services, folder)
  await append(visit())
  await append(visit())
  await applier.applyAll()

  await forgetEvents(services)
  await services.db.system
    .update(eventStreams)
    .set({ n: 0, endedAt: null })
    .where(gt(eventStreams.n, 0))
  world.clock.advance(73 * hourMillis)
  await applier.keepUp()
  await applier.applyAll()
  await applier.keepUp()

  expect(await countStored(services)).toEqual({ rows: 4, total: 4 })
  expect(await recount(services)).toEqual([])
})

test('files of a stream are removed 72 hours after it was applied to its end', async () => {
  const { world, services, folder, visit } = await openShop()
  const first = openLog(services, folder)
  const { stream } = await first.append(visit())
  await first.end()
  world.clock.advance(80 * hourMillis)
  const { applier } = openLog(services, folder)
  await applier.applyAll()
  const has = () => readdirSync(folder).includes(stream)

  await applier.keepUp()
  const after = has()
  world.clock.advance(72 * hourMillis)
  await applier.keepUp()
  const later = has()
  world.clock.advance(1)
  await applier.keepUp()

  expect([after, later, has()]).toEqual([true, true, false])
})

test('a log of another database isn’t applied, and takes nothing', async () => {
  const { world, services, folder, visit } = await openShop()
  const first = openLog(services, folder)
  await first.append(visit())
  await first.end()
  await forgetEvents(services)
  await services.db.system.delete(eventStreams)

  const foreign = openLog(services, folder)

  expect(await foreign.applier.belongs()).toBe(false)
  await foreign.applier.applyAll()
  expect(await countStored(services)).toEqual({ rows: 0, total: 0 })
  expect(world.takeErrors()).toMatchObject([{ log: foreign.log.id }])
})

test('a log whose ID was removed is this database’s from the next start on, with all its events', async () => {
  const { services, folder, visit } = await openShop()
  const first = openLog(services, folder)
  await first.append(visit(), visit())
  await first.end()
  await forgetEvents(services)
  await services.db.system.delete(eventStreams)

  rmSync(path.join(folder, 'id'))
  const second = openLog(services, folder)

  expect(await second.applier.belongs()).toBe(true)
  expect(await second.applier.applyAll()).toBe(true)
  expect(await countStored(services)).toEqual({ rows: 2, total: 2 })
  await second.end()
  expect(await openLog(services, folder).applier.belongs()).toBe(true)
})

test('the database refuses the data of an event: it is set aside with the reason, and the others count', async () => {
  const { world, services, folder, visit } = await openShop()
  const { append, applier } = openLog(services, folder)
  const poisoned = visit({ amount: 3_000_000_000 })

  await append(visit(), visit())
  await append(visit(), poisoned, visit())
  await append(visit())
  expect(await applier.applyAll()).toBe(true)

  expect(await countStored(services)).toEqual({ rows: 5, total: 5 })
  expect(applier.readFigures()).toMatchObject({ setAside: 1, applied: 6 })
  const lines = readFileSync(path.join(folder, 'set-aside.jsonl'), 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { n: 2, reason: expect.stringContaining('3000000000') as string, event: { id: poisoned.id } },
  ])
  expect(world.takeErrors()).toMatchObject([{ n: 2, count: 1 }])
})

test('a damaged group stops its stream with an alarm, and another stream goes on', async () => {
  const { world, services, folder, visit } = await openShop()
  const first = openLog(services, folder)
  const { stream } = await first.append(visit())
  await first.append(visit())
  await first.end()
  const [name = ''] = readdirSync(path.join(folder, stream))
  const file = path.join(folder, stream, name)
  const bytes = readFileSync(file)
  bytes[60] = (bytes[60] ?? 0) ^ 1
  writeFileSync(file, bytes)

  const second = openLog(services, folder)
  await second.append(visit(), visit())
  expect(await second.applier.applyAll()).toBe(true)
  await second.applier.applyAll()

  expect(await countStored(services)).toEqual({ rows: 2, total: 2 })
  expect(second.applier.readFigures()).toMatchObject({ gaps: 1 })
  expect(world.takeErrors()).toMatchObject([{ stream }])
})

test('groups in front of a damaged one are applied', async () => {
  const { world, services, folder, visit } = await openShop()
  const first = openLog(services, folder)
  const { stream } = await first.append(visit())
  for (let group = 0; group < 3; group += 1) await first.append(visit())
  await first.end()
  const [name = ''] = readdirSync(path.join(folder, stream))
  const file = path.join(folder, stream, name)
  const bytes = readFileSync(file)
  const damaged = Math.floor((bytes.length / 4) * 2) + 60
  bytes[damaged] = (bytes[damaged] ?? 0) ^ 1
  writeFileSync(file, bytes)
  await forgetEvents(services)
  await services.db.system.delete(eventStreams).where(eq(eventStreams.id, stream))

  const second = openLog(services, folder)
  await second.applier.applyAll()

  expect(await countStored(services)).toEqual({ rows: 2, total: 2 })
  expect(await cursorsOf(services)).toMatchObject([{ n: 2, endedAt: null }])
  expect(world.takeErrors()).toMatchObject([{ stream }])
})

test('a gap in the stream that is written to: it waits no more, and new events go on in another', async () => {
  const { world, services, folder, visit } = await openShop()
  const { append, applier, log } = openLog(services, folder)
  const { stream } = await append(visit())
  const [name = ''] = readdirSync(path.join(folder, stream))
  const file = path.join(folder, stream, name)
  const bytes = readFileSync(file)
  bytes[60] = (bytes[60] ?? 0) ^ 1
  writeFileSync(file, bytes)

  const lost = applier.outcomesOf(await append(visit()))
  await applier.applyAll()
  const next = await append(visit())

  expect(await lost).toBeNull()
  expect(next.stream).not.toBe(stream)
  expect(await applier.applyAll()).toBe(true)
  expect(log.lag()).toEqual({ events: 0, bytes: 0, since: null })
  expect(await countStored(services)).toEqual({ rows: 1, total: 1 })
  expect(world.takeErrors()).toMatchObject([{ stream }])
})

test('a site is deleted between log and database: its events aren’t stored, others count', async () => {
  const { world, services, folder, visit } = await openShop()
  const other = await world.site()
  const { append, applier } = openLog(services, folder)

  await append(visit(), visit({ siteId: other.scope.siteId }))
  await services.db.system.delete(sites).where(eq(sites.id, other.scope.siteId))
  await applier.applyAll()

  expect(await countStored(services)).toEqual({ rows: 1, total: 1 })
  expect(applier.readFigures().refused).toEqual(new Map([['unknown_site', 1]]))
})

test('a plan’s limit is reached within a batch: its units go to the first events of the log', async () => {
  const { services, folder, visit } = await openShop()
  const { append, applier } = openLog(services, folder)
  await services.db.system.update(teams).set({ planLimit: 50 })
  const rows = Array.from({ length: 60 }, () => visit())

  for (let at = 0; at < rows.length; at += 7) await append(...rows.slice(at, at + 7))
  await applier.applyAll()

  const stored = await services.db.system.select().from(pixelEvents)
  const outcomes = new Map(stored.map(({ id, outcome }) => [id, outcome]))
  expect(rows.map(({ id }) => outcomes.get(id))).toEqual([
    ...Array<string>(50).fill('accepted'),
    ...Array<string>(10).fill('over_limit'),
  ])
  expect(await services.db.system.select().from(meters)).toMatchObject([{ visitors: 50 }])
  expect(applier.readFigures().batches).toBe(1)
})

test('events of a day without a partition get one', async () => {
  const { services, folder, visit } = await openShop()
  const { append, applier } = openLog(services, folder)
  const receivedAt = new Date(services.now().getTime() + 40 * dayMillis)

  await append(visit({ receivedAt }))

  expect(await applier.applyAll()).toBe(true)
  expect(await countStored(services)).toEqual({ rows: 1, total: 1 })
})

test('a day isn’t rolled up while a log may have events of it', async () => {
  const { world, services, folder, visit } = await openShop()
  const { append, applier } = openLog(services, folder)
  await append(visit())
  await applier.applyAll()
  const late = visit({ receivedAt: new Date(services.now().getTime() + hourMillis) })
  await append(late)
  const { clock } = world
  clock.advance(dayMillis)

  const before = await rollDays(services)
  await applier.applyAll()
  await append(visit())
  await applier.applyAll()
  const after = await rollDays(services)

  expect(before).toEqual([])
  expect(after).toEqual(['2026-03-02'])
  const rolled = await services.db.system.execute(
    sql`select sum(total)::int as total from daily_events where day = '2026-03-02' and dimension = 'site'`,
  )
  expect(rolled.rows).toEqual([{ total: 2 }])
})

test('a log that never returns holds up the days for a week', async () => {
  const { world, services, folder, visit } = await openShop()
  const { append, applier, end } = openLog(services, folder)
  await append(visit())
  await applier.applyAll()
  await end()

  world.clock.advance(6 * dayMillis)
  const before = await rollDays(services)
  world.clock.advance(2 * dayMillis)
  const after = await rollDays(services)

  expect([before.length, after.length > 0]).toEqual([0, true])
})

test('a process dies before it applied anything: days wait for its events, a week at most', async () => {
  const { world, services, folder, visit } = await openShop()
  const stored = openLog(services, folder)
  await stored.append(visit())
  await stored.applier.applyAll()
  await stored.end()
  const pool = aroundApply(services.pool, () => Promise.reject(new Error('The database is away.')))
  const dying = openLog({ ...services, pool }, folder)
  await dying.applier.belongs()
  await dying.append(visit())
  await dying.end()
  world.clock.advance(dayMillis)

  const before = await rollDays(services)
  const next = openLog(services, folder)
  await next.applier.applyAll()
  await next.end()
  const after = await rollDays(services)

  expect([before, after]).toEqual([[], ['2026-03-02']])
})

test('no day waits for a log that was applied to its end by a process that ended', async () => {
  const { world, services, folder, visit } = await openShop()
  const { append, applier, log, end } = openLog(services, folder)
  await append(visit())
  await log.end()
  await applier.applyAll()
  await end()
  world.clock.advance(dayMillis)

  expect(await rollDays(services)).toEqual(['2026-03-02'])
})
