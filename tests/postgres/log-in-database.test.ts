/** Events that are logged in the database are counted once, whatever fails on the way. */
import { and, eq, isNull } from 'drizzle-orm'
import type pg from 'pg'
import { expect, test } from 'vitest'
import type { Queries } from '#app/db/db.ts'
import { eventGroups, eventLeases, eventSetAsides, eventStreams } from '#app/db/schema/index.ts'
import { openPostgresLog } from '#app/domain/events/log/postgres/postgres-log.server.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { countStored, forgetEvents, openShop, withApplier } from '../support/event-log/log-world.ts'
import { expireLeases, faultyPool } from '../support/event-log/postgres-place.ts'

async function openDatabaseLog() {
  const shop = await openShop()
  const { services } = shop
  /** A process, with what can happen to its connections. */
  function start() {
    const { pool, faults } = faultyPool(services.pool)
    const ofProcess = { ...services, pool }
    const log = openPostgresLog(ofProcess, { retryMillis: 0 })
    return { ...withApplier(ofProcess, log), faults }
  }
  /** As if it was paused, for longer than its leases last. */
  const forget = (process: ReturnType<typeof start>) => expireLeases(services, process.log)
  const openRows = () => services.db.system.$count(eventStreams, isNull(eventStreams.endedAt))
  return { ...shop, start, forget, openRows }
}

test('logged events are stored and counted as reported ones are, and once', async () => {
  const { services, visit, start } = await openDatabaseLog()
  const { append, applier, log } = start()
  const repeated = visit()

  const place = await append(visit(), repeated)
  await append(repeated, visit({ siteId: 999_999 }))
  const waited = applier.outcomesOf(place)

  expect(await applier.applyAll()).toBe(true)
  expect(await applier.applyAll()).toBe(true)
  expect(await countStored(services)).toEqual({ rows: 2, total: 2 })
  expect(await recount(services)).toEqual([])
  expect((await waited)?.(1)).toBe('accepted')
  expect(applier.readFigures()).toMatchObject({ applied: 4, setAside: 0, gaps: 0 })
  expect(log.lag()).toEqual({ events: 0, bytes: 0, since: null })
})

test('a process is killed: another one applies what it logged, and nothing waits for it', async () => {
  const { services, visit, start, forget, openRows } = await openDatabaseLog()
  const first = start()
  await first.append(visit())
  await first.applier.applyAll()
  await first.append(visit(), visit())
  await forget(first)
  first.faults.isDead = true

  const second = start()

  expect(await second.applier.applyAll()).toBe(true)
  expect(await countStored(services)).toEqual({ rows: 3, total: 3 })
  // Its own row is left: that of a running process.
  expect(await openRows()).toBe(1)
  await second.end()
  expect(await openRows()).toBe(0)
  expect(
    await services.db.system.$count(
      eventLeases,
      eq(eventLeases.holder, (await second.log.identify()).node),
    ),
  ).toBeGreaterThan(0)
})

test('a paused process wakes after another one has taken its stream: it goes on in another stream, and nothing is lost', async () => {
  const { services, visit, start, forget } = await openDatabaseLog()
  const first = start()
  const { stream } = await first.append(visit())
  await forget(first)
  const second = start()
  await second.applier.applyAll()

  const next = await first.append(visit(), visit())
  await first.applier.applyAll()
  await first.applier.keepUp()
  await second.applier.keepUp()
  await second.applier.applyAll()

  expect(next).toMatchObject({ n: 1 })
  expect(next.stream).not.toBe(stream)
  expect(await countStored(services)).toEqual({ rows: 3, total: 3 })
  expect(await recount(services)).toEqual([])
})

test('an append that is under way while its stream is taken is either in front of the end, or in another stream', async () => {
  const { services, visit, start, forget } = await openDatabaseLog()
  const first = start()
  await first.append(visit())
  for (let turn = 0; turn < 5; turn += 1) {
    await forget(first)
    const second = start()
    await Promise.all([first.append(visit(), visit()), second.applier.applyAll()])
    await second.applier.applyAll()
    await second.end()
  }
  await first.end()
  const last = start()

  expect(await last.applier.applyAll()).toBe(true)
  expect(await countStored(services)).toEqual({ rows: 11, total: 11 })
  expect(await recount(services)).toEqual([])
})

/** A pool that calls something after each append, which is in the database by then. */
function afterAppends(pool: pg.Pool, after: () => void): pg.Pool {
  async function query(given: string | pg.QueryConfig, values?: unknown[]): Promise<unknown> {
    const result = await pool.query(given as string, values)
    if (typeof given === 'object' && given.name === 'append_events') after()
    return result
  }
  return Object.assign(Object.create(pool) as pg.Pool, { query })
}

test('the answer to an append is lost: the same group is sent again, and counts once', async () => {
  const { services, visit } = await openDatabaseLog()
  const lost: string[] = []
  const pool = afterAppends(services.pool, () => {
    if (lost.length === 2) return
    lost.push('answer')
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })
  })
  const { append, applier, log } = withApplier(services, openPostgresLog({ ...services, pool }))

  const place = await append(visit(), visit())
  const next = await append(visit())
  await applier.applyAll()

  expect(lost).toHaveLength(2)
  expect([place.n, next.n]).toEqual([1, 2])
  expect(log.begun()).toHaveLength(1)
  expect(await countStored(services)).toEqual({ rows: 3, total: 3 })
})

test('a group that was stored although its sender heard nothing of it counts once, and its stream ends', async () => {
  const { services, visit } = await openDatabaseLog()
  let isAway = false
  const pool = afterAppends(services.pool, () => {
    if (isAway) throw new Error('Query read timeout')
  })
  const log = openPostgresLog({ ...services, pool }, { retryMillis: 0 })
  const { append, applier } = withApplier(services, log)
  const repeated = visit()
  await append(visit())

  isAway = true
  await expect(append(repeated)).rejects.toThrow('could not keep')
  isAway = false
  const again = await append(repeated)
  await applier.applyAll()

  expect(again.n).toBe(1)
  expect(log.begun().map(({ kept, hasEnded }) => [kept, hasEnded])).toEqual([
    [1, true],
    [1, false],
  ])
  expect(await countStored(services)).toEqual({ rows: 2, total: 2 })
  expect(log.lag()).toEqual({ events: 0, bytes: 0, since: null })
})

test('the database refuses the data of an event: it is set aside with the reason, and the others count', async () => {
  const { world, services, visit, start } = await openDatabaseLog()
  const { append, applier } = start()
  const poisoned = visit({ amount: 3_000_000_000 })

  await append(visit(), poisoned, visit())
  expect(await applier.applyAll()).toBe(true)

  const { rows } = await services.pool.query<{ reason: string; event: string; n: string }>(
    'select n, reason, event from event_set_asides',
  )
  expect(rows).toMatchObject([{ n: '1', reason: expect.stringContaining('3000000000') as string }])
  expect(JSON.parse(rows[0]?.event ?? '')).toMatchObject({ id: poisoned.id })
  expect(await countStored(services)).toEqual({ rows: 2, total: 2 })
  expect(world.takeErrors()).toMatchObject([{ n: 1, count: 1 }])
})

test('a database that lost acknowledged groups in a failover shows a gap, and what comes later counts', async () => {
  const { world, services, visit, start } = await openDatabaseLog()
  const { append, applier } = start()
  const { stream } = await append(visit())
  await append(visit())
  await append(visit())

  await services.db.system
    .delete(eventGroups)
    .where(and(eq(eventGroups.stream, stream), eq(eventGroups.n, 3)))
  const next = await append(visit(), visit())
  await applier.applyAll()

  expect(next.stream).not.toBe(stream)
  expect(await countStored(services)).toEqual({ rows: 4, total: 4 })
  expect(applier.readFigures()).toMatchObject({ gaps: 1 })
  expect(world.takeErrors()).toMatchObject([{ stream }])
})

test('cursors and sums of an earlier moment get what they lost from the log, once', async () => {
  const { services, visit, start } = await openDatabaseLog()
  const { append, applier } = start()
  await append(visit(), visit())
  await append(visit())
  await applier.applyAll()

  await forgetEvents(services)
  await services.db.system.update(eventStreams).set({ n: 0 })
  await applier.keepUp()
  await applier.applyAll()

  expect(await countStored(services)).toEqual({ rows: 3, total: 3 })
  expect(await recount(services)).toEqual([])
})

test('a day waits for what a killed process logged, and no longer', async () => {
  const { world, services, visit, start, forget } = await openDatabaseLog()
  const first = start()
  await first.append(visit())
  await forget(first)
  first.faults.isDead = true
  world.clock.advance(dayMillis)

  const before = await rollDays(services)
  const second = start()
  await second.applier.applyAll()
  await second.applier.keepUp()
  const after = await rollDays(services)

  expect([before, after]).toEqual([[], ['2026-03-02']])
})

test('applied groups are removed after 72 hours, and the end of a stream stays', async () => {
  const { world, services, visit, start } = await openDatabaseLog()
  const first = start()
  const { stream } = await first.append(visit())
  await first.end()
  const { applier } = start()
  await applier.applyAll()
  const countGroups = () =>
    services.db.system.$count(eventGroups, and(eq(eventGroups.stream, stream)))

  world.clock.advance(72 * hourMillis)
  await applier.keepUp()
  const kept = await countGroups()
  world.clock.advance(1)
  await applier.keepUp()

  expect([kept, await countGroups()]).toEqual([2, 1])
  expect(await services.db.system.$count(eventLeases, eq(eventLeases.stream, stream))).toBe(0)
})

test('an organization’s transaction sees no logged event, and adds none', async () => {
  const { services, site, visit, start } = await openDatabaseLog()
  const { append, applier } = start()
  const { stream } = await append(visit())
  await applier.applyAll()
  const asTeam = <Result>(work: (tx: Queries) => Promise<Result>) =>
    services.db.asTeam(site.team.scope, work)
  const forged = { stream, n: 2, events: 1, receivedAt: services.now(), checksum: 0, body: '{}' }

  const seen = await asTeam(async (tx) => [
    await tx.$count(eventGroups),
    await tx.$count(eventLeases),
    await tx.$count(eventSetAsides),
  ])

  expect(seen).toEqual([0, 0, 0])
  await expect(asTeam((tx) => tx.insert(eventGroups).values(forged))).rejects.toMatchObject({
    cause: { code: '42501' },
  })
})
