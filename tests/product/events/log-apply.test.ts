/** Logged events are counted once, whatever fails between the log and the database. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { eventStreams, meters, pixelEvents, sites, teams } from '#app/db/schema/index.ts'
import { applyGroups } from '#app/domain/events/log/apply-groups.server.ts'
import { readCursor } from '#app/domain/events/log/stream-cursors.server.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { filesOf } from '../../support/event-log/file-logs.ts'
import {
  aroundApply,
  countStored,
  cursorsOf,
  forgetEvents,
  openLog,
  openShop,
} from '../../support/event-log/log-world.ts'

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
  const { append, log, end } = openLog(services, folder)
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

test('a single group that takes too long is applied in parts, each event once', async () => {
  const { services, folder, visit } = await openShop()
  let isCrashed = false
  const parts: number[] = []
  const pool = aroundApply(services.pool, (apply, body) => {
    const events = (JSON.parse(body) as unknown[]).length
    if (events > 8) return Promise.reject(statementTimeout())
    parts.push(events)
    if (isCrashed || parts.length < 3) return apply()
    isCrashed = true
    return Promise.reject(new Error('Connection terminated unexpectedly'))
  })
  const { append, applier } = openLog({ ...services, pool }, folder)
  await append(...Array.from({ length: 30 }, () => visit()))
  await append(visit())

  const passes: boolean[] = []
  while (!passes.at(-1) && passes.length < 10) passes.push(await applier.applyAll())

  expect(Math.max(...parts)).toBe(8)
  expect(passes.at(-1)).toBe(true)
  expect(await countStored(services)).toEqual({ rows: 31, total: 31 })
  expect(await cursorsOf(services)).toMatchObject([{ n: 2 }])
  expect(await recount(services)).toEqual([])
})

const statementTimeout = () =>
  Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })

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
  const [file = ''] = filesOf(folder, stream)
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
  const [file = ''] = filesOf(folder, stream)
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
  const [file = ''] = filesOf(folder, stream)
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

test('an event that the database refuses doesn’t hold up others of a day without a partition', async () => {
  const { world, services, folder, visit } = await openShop()
  const { append, applier } = openLog(services, folder)
  const receivedAt = new Date(services.now().getTime() + 80 * dayMillis)

  await append(visit({ receivedAt }), visit({ receivedAt, amount: 3_000_000_000 }))

  expect(await applier.applyAll()).toBe(true)
  expect(await countStored(services)).toEqual({ rows: 1, total: 1 })
  expect(world.takeErrors()).toMatchObject([{ n: 1, count: 1 }])
})

test('events of a day without a partition get one', async () => {
  const { services, folder, visit } = await openShop()
  const { append, applier } = openLog(services, folder)
  const receivedAt = new Date(services.now().getTime() + 40 * dayMillis)

  await append(visit({ receivedAt }))

  expect(await applier.applyAll()).toBe(true)
  expect(await countStored(services)).toEqual({ rows: 1, total: 1 })
})
