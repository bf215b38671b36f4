/** Events that the log keeps give the same sums again, in an empty copy of the tables. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recountCommand } from '#app/cli/recount.server.ts'
import { hourlyEvents, teams } from '#app/db/schema/index.ts'
import type { EventLog } from '#app/domain/events/log/event-log.ts'
import { openFileLog } from '#app/domain/events/log/file/file-log.server.ts'
import { openPostgresLog } from '#app/domain/events/log/postgres/postgres-log.server.ts'
import { recountFromLog } from '#app/domain/events/log/recount/recount-log.server.ts'
import { hourMillis, minuteMillis } from '#app/lib/time.ts'
import { countStored, openShop, withApplier } from '../support/event-log/log-world.ts'

const begin = new Date(0)

async function openLogs(kind: 'file' | 'postgres') {
  const shop = await openShop()
  const { services, folder } = shop
  const open = (): EventLog =>
    kind === 'file' ? openFileLog(folder) : openPostgresLog(services, { retryMillis: 0 })
  return { ...shop, open, start: () => withApplier(services, open()) }
}

test.each(['file', 'postgres'] as const)(
  'with %s: events of several processes, repeats, bots, refused ones and those beyond the limit',
  async (kind) => {
    const { world, services, visit, site, start } = await openLogs(kind)
    const other = await world.site()
    await services.db.system.update(teams).set({ planLimit: 12 })
    const first = start()
    const repeated = visit()
    for (let group = 0; group < 10; group += 1) {
      world.clock.advance(1)
      await first.append(visit(), repeated, visit({ siteId: other.scope.siteId, device: 'mobile' }))
    }
    await first.append(visit({ outcome: 'bot' }), visit({ siteId: 999_999 }))
    await first.append(visit(), visit({ amount: 3_000_000_000 }), visit())
    await expect.poll(first.applier.applyAll).toBe(true)
    expect(world.takeErrors()).toMatchObject([{ n: 12, count: 1 }])
    await first.end()
    const second = start()
    for (let group = 0; group < 5; group += 1) {
      // Units of the plan go to the earlier events.
      world.clock.advance(1)
      await second.append(visit(), visit({ page: '/sale' }))
    }
    await expect.poll(second.applier.applyAll).toBe(true)
    // So the next event waits.
    await second.applier.stop()
    await second.append(visit())
    const before = await countStored(services)

    const found = await recountFromLog(services, second.log, begin)
    const { scope } = site
    await services.db.system
      .update(hourlyEvents)
      .set({ total: 7 })
      .where(eq(hourlyEvents.siteId, scope.siteId))
    const spoiled = await recountFromLog(services, second.log, begin)

    // The event that waits counts in neither.
    expect(found).toEqual({ since: begin, events: 45, differences: [] })
    expect(before.total).toBeGreaterThan(20)
    expect(spoiled?.differences).toMatchObject([
      { table: 'hourly_events', owner: site.uuid, stored: 7 },
    ])
    // Only the copy was written to.
    expect((await countStored(services)).rows).toBe(before.rows)
  },
)

test.each(['file', 'postgres'] as const)(
  'with %s: from an hour on, with what was there before it',
  async (kind) => {
    const { world, services, visit, start } = await openLogs(kind)
    await services.db.system.update(teams).set({ planLimit: 5 })
    const { append, applier, log } = start()
    const [known, repeated] = [visit(), visit()]
    await append(known, repeated, visit())
    await expect.poll(applier.applyAll).toBe(true)
    world.clock.advance(hourMillis)
    const since = new Date(Math.floor(services.now().getTime() / hourMillis) * hourMillis)
    world.clock.advance(minuteMillis)
    const receivedAt = services.now()
    await append(
      visit({ visitor: known.visitor, receivedAt }),
      { ...repeated, receivedAt },
      ...Array.from({ length: 5 }, () => visit({ receivedAt })),
    )
    await expect.poll(applier.applyAll).toBe(true)

    const found = await recountFromLog(services, log)
    const whole = await recountFromLog(services, log, begin)

    expect(found).toEqual({ since, events: 7, differences: [] })
    expect(whole).toEqual({ since: begin, events: 10, differences: [] })
  },
)

test('the command compares with the configured log, and needs one', async () => {
  const { world, services, visit, folder, start } = await openLogs('postgres')
  const tools = { countPendingMigrations: () => Promise.resolve(0) }
  const runWith = (eventLog: 'off' | 'file' | 'postgres', values = {}) => {
    if (!('run' in recountCommand)) throw new Error('It works on services.')
    const config = { ...services.config, dataDir: folder, eventLog }
    const given = { 'from-log': true, ...values }
    return recountCommand.run({ ...tools, services: { ...services, config } }, given)
  }
  const { append, applier } = start()
  await append(visit())
  world.clock.advance(hourMillis)
  await append(visit(), visit())
  await expect.poll(applier.applyAll).toBe(true)

  const found = await runWith('postgres')
  const empty = await runWith('file')

  expect(found.lines[0]).toMatch(/^All totals match the log: 2 events since 2026-03-02T11:00/)
  expect(found.json).toMatchObject({ events: 2, differences: [] })
  expect(empty.json).toEqual({ since: null, differences: [] })
  await expect(runWith('off')).rejects.toThrow('EVENT_LOG is off')
  await expect(runWith('postgres', { repair: true })).rejects.toThrow('compares only')
})

test('a log that keeps nothing has nothing to compare', async () => {
  const { services, start } = await openLogs('postgres')

  expect(await recountFromLog(services, start().log)).toBeNull()
})
