/** A day is rolled up when no log has events of it. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { aroundApply, openLog, openShop } from '../../support/event-log/log-world.ts'

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

test('a process dies before it applied anything: days wait for its events', async () => {
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

test('an event of before midnight is logged behind one of after it: its day waits', async () => {
  const { world, services, folder, visit } = await openShop()
  const first = openLog(services, folder)
  await first.append(visit())
  await first.applier.applyAll()
  const midnight = Date.parse('2026-03-03T00:00:00Z')
  await first.append(visit({ receivedAt: new Date(midnight + 500) }))
  await first.applier.applyAll()
  await first.append(visit({ receivedAt: new Date(midnight - 500) }))
  await first.end()
  world.clock.advance(dayMillis)

  const before = await rollDays(services)
  const next = openLog(services, folder)
  await next.applier.applyAll()
  await next.end()
  const after = await rollDays(services)

  expect([before, after]).toEqual([[], ['2026-03-02']])
})
