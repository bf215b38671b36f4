/** A database that went back gets from the log what it lost, once, and only what is of it. */
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { gt, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eventStreams, goals, sites } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import {
  countStored,
  cursorsOf,
  forgetEvents,
  openLog,
  openShop,
} from '../../support/event-log/log-world.ts'

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
  await services.db.system
    .delete(eventStreams)
    .where(ne(eventStreams.id, (await log.identify()).id))
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
  expect(world.takeErrors()).toMatchObject([{ log: (await foreign.log.identify()).id }])
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

test('a number that a restored database gave to another site or goal is of neither for earlier events', async () => {
  const { services, folder, visit, site } = await openShop()
  const { append, applier } = openLog(services, folder)
  const at = services.now().getTime()
  const { db } = services
  const [goal] = await db.system
    .insert(goals)
    .values({
      teamId: site.scope.teamId,
      siteId: site.scope.siteId,
      name: 'Sign-up',
      kind: 'js',
      isRepeatable: true,
      createdAt: new Date(at + 61_000),
      updatedAt: new Date(at),
    })
    .returning({ id: goals.id })
  const reached = { goalId: goal?.id ?? 0, uniqueKey: 'one', amountCents: null, currency: null }

  await append(visit(), visit({ type: 'goal', goal: reached }))
  await applier.applyAll()
  await db.system.update(sites).set({ createdAt: new Date(at + 60_000) })
  await append(visit())
  await applier.applyAll()
  await db.system.update(sites).set({ createdAt: new Date(at + 60_001) })
  await append(visit())
  await applier.applyAll()

  expect(await countStored(services)).toEqual({ rows: 2, total: 2 })
  expect(applier.readFigures().refused).toEqual(
    new Map([
      ['unknown_goal', 1],
      ['unknown_site', 1],
    ]),
  )
})
