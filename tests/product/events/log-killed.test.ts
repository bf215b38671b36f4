/** Processes that log events are killed, and what applies them ends in between. */
import { expect, test } from 'vitest'
import { hourlyEvents, pixelEvents } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { logFolder, openLog } from '../../support/event-log/log-world.ts'
import { buildLogWriter, killWriter } from '../../support/event-log/start-log-writer.ts'
import { liftLimits } from '../../support/stored-events.ts'
import { createWorld } from '../../support/world.ts'

const kills = Number(process.env['KILLS'] ?? 4)

test('killed again and again, nothing that was acknowledged is lost, and nothing counts twice', async () => {
  const world = await createWorld()
  const { services } = world
  await liftLimits(services)
  const site = await world.site()
  const script = await buildLogWriter(logFolder())
  const folder = logFolder()
  // The database has to know the log.
  await openLog(services, folder).end()
  const acknowledged: string[] = []

  for (let kill = 1; kill <= kills; kill += 1) {
    const killing = { script, folder, siteId: site.scope.siteId, at: services.now() }
    acknowledged.push(...(await killWriter({ ...killing, events: 300 * kill })))
    // The successor ends as well, after some of it or all.
    const successor = openLog(services, folder)
    if (kill % 2 === 0) await successor.applier.applyAll()
    await successor.end()
  }
  const last = openLog(services, folder)
  expect(await last.applier.applyAll()).toBe(true)

  const { system } = services.db
  const stored = (await system.select({ id: pixelEvents.id }).from(pixelEvents)).map(({ id }) => id)
  const ids = new Set(stored)
  expect(acknowledged.length).toBeGreaterThan(300 * kills)
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  expect(stored).toHaveLength(ids.size)
  const sums = await system.select({ total: hourlyEvents.total }).from(hourlyEvents)
  expect(sums.reduce((sum, { total }) => sum + total, 0)).toBe(stored.length)
  // The last group of each may have been kept without an answer.
  expect(stored.length - acknowledged.length).toBeLessThanOrEqual(6 * kills)
  expect(await recount(services)).toEqual([])
})
