/**
 * The built product with a log of events is killed under load, again and again, and loses its connections to
 * the database in between (docs/threats.md R01). KILLS=10 does so more often.
 */
import { isNull } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { eventStreams } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import type { Services } from '#app/services.ts'
import { eventLoad, pageOf, readStored, startSenders } from '../support/kills/event-load.ts'
import { kills, killUnderLoads, type KillLoad } from '../support/kills/kill-load.ts'

/** The product's connections end, as when PostgreSQL ends their processes. @returns how many there were */
async function endConnections({ pool }: Services): Promise<number> {
  const client = await pool.connect()
  try {
    // The role of the product's statements may end nothing.
    await client.query('set role none')
    const { rows } = await client.query<{ ended: boolean }>(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return rows.filter(({ ended }) => ended).length
  } finally {
    client.release(true)
  }
}

/** Streams, and rows of processes, that may have events which aren't applied. */
const countOpen = ({ db }: Services) => db.system.$count(eventStreams, isNull(eventStreams.endedAt))

test.each(['file', 'postgres'])(
  'killed under load with EVENT_LOG=%s, events that were taken are counted, each once',
  async (log) => {
    const ended: number[] = []
    let acknowledged: ReadonlyMap<string, string> = new Map()
    const load: KillLoad = {
      ...eventLoad,
      prepare: () => Promise.resolve({ EVENT_LOG: log }),
      start(world) {
        const senders = startSenders(pageOf(world))
        acknowledged = senders.acknowledged
        return Promise.resolve({
          acknowledged: () => acknowledged.size,
          stop: senders.stop,
          async restarted(services) {
            ended.push(await endConnections(services))
          },
          async verify(services) {
            const sent = [...acknowledged.keys()]
            // In the database, streams of a process that was killed are left to it for six seconds.
            await expect
              .poll(async () => (await readStored(services, world.site.siteId)).ids.size)
              .toBeGreaterThanOrEqual(sent.length)
            await expect.poll(() => countOpen(services)).toBeLessThanOrEqual(2)
            // The last streams are applied to their end once the product is stopped.
            expect(await world.product.stop()).toBe(0)
            const stored = await readStored(services, world.site.siteId)
            expect(sent.filter((id) => !stored.ids.has(id))).toEqual([])
            expect(stored.ids.size).toBe(sent.length)
            expect(stored.counted).toBe(sent.length)
            expect(await recount(services)).toEqual([])
            expect(await countOpen(services)).toBe(0)
          },
        })
      },
    }

    const killed = await killUnderLoads([load])
    onTestFinished(killed.remove)

    expect(killed.readyMillis).toHaveLength(kills)
    expect(ended.filter((count) => count > 0)).toHaveLength(kills)
    expect(new Set(acknowledged.values())).toEqual(new Set(['taken']))
    await killed.withDatabase(async (services) => {
      for (const { running } of killed.loads.values()) await running.verify(services)
    })
  },
  600_000,
)
