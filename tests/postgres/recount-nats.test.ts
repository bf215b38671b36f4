/** Events in NATS give the same sums again (`recount --from-log`), while a node runs. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openNats } from '#app/clients/nats/open-nats.server.ts'
import { recountCommand } from '#app/cli/recount.server.ts'
import { hourlyEvents } from '#app/db/schema/index.ts'
import { hourMillis } from '#app/lib/time.ts'
import { logFolder, openShop } from '../support/event-log/log-world.ts'
import { openNatsNode } from '../support/nats/nats-nodes.ts'
import { findNatsServer, type NatsServers } from '../support/nats/nats-servers.ts'
import { accountOf, createNotes, openServers } from '../support/nats/nats-world.ts'
import { liftLimits } from '../support/stored-events.ts'

describe.skipIf(findNatsServer() === null)('a recount from NATS', () => {
  let nats: NatsServers
  beforeAll(async () => {
    nats = await openServers({ count: 1 })
  })
  afterAll(() => nats.stop())

  async function openCounted() {
    const { services, world, site, visit } = await openShop()
    await liftLimits(services)
    const account = accountOf(nats)
    const nodes = [await openNatsNode(services, account), await openNatsNode(services, account)]
    const appendAll = async () => {
      for (const { append } of nodes) await append(visit(), visit())
    }
    await appendAll()
    world.clock.advance(hourMillis)
    await appendAll()
    await appendAll()
    for (const { applier } of nodes) await expect.poll(applier.applyAll).toBe(true)
    const config = { ...services.config, eventLog: 'nats' as const, nats: account }
    const run = async () => {
      if (!('run' in recountCommand)) throw new Error('It works on services.')
      return recountCommand.run(
        {
          services: { ...services, config },
          countPendingMigrations: () => Promise.resolve(0),
          connectNats: () => openNats(account, { log: createNotes(), dataDir: logFolder() }),
        },
        { 'from-log': true },
      )
    }
    return { services, site, nodes, account, run }
  }

  it('all totals match what two nodes logged, and a sum that was changed is found', async () => {
    const { services, site, run } = await openCounted()

    const found = await run()
    await services.db.system
      .update(hourlyEvents)
      .set({ total: 7 })
      .where(eq(hourlyEvents.siteId, site.scope.siteId))
    const spoiled = await run()

    expect(found.lines[0]).toMatch(/^All totals match the log: 8 events since 2026-03-02T11:00/)
    expect(found.json).toMatchObject({ events: 8, differences: [] })
    expect(spoiled.json).toMatchObject({
      differences: [{ table: 'hourly_events', owner: site.uuid, stored: 7 }],
    })
  })

  it.each([
    { which: 'a group before others', seq: 3, message: 'is missing or damaged' },
    { which: 'the last group of a node', seq: 5, message: 'group 3' },
  ])('NATS lost $which: it stops, since nothing is passed over', async ({ seq, message }) => {
    const { nodes, account, run } = await openCounted()
    await nodes[0]?.link.jsm.streams.deleteMessage(account.stream, seq)

    await expect(run()).rejects.toThrow(message)
  })
})
