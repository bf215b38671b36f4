/** How long a product that starts takes to count a log that a process left, of the size that is asked for. */
import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { loadavg } from 'node:os'
import { openFileLog } from '#app/domain/events/log/file/file-log.server.ts'
import { textOf, type EventRow } from '#app/domain/events/store-events.server.ts'
import type { Bench } from '../bench.ts'
import { openLoggedShop, pause, readNumber, untilApplied, withClient } from '../logged-shop.ts'
import { lineOf } from '../report-line.ts'
import type { BenchShop } from '../shop.ts'

const siteCount = 50
const eventsPerGroup = 30
const megabyte = 1024 ** 2
const visitorCount = 20_000
const goal = 1_024 / 60

export const logRecovery: Bench = async ({ printLine }, settings) => {
  const shop = await openLoggedShop(siteCount)
  try {
    await untilApplied(shop)
    const siteIds = await withClient(shop, async (client) =>
      (await client.query<{ id: string }>('select id from sites')).rows.map(({ id }) => Number(id)),
    )
    // Its port is needed again.
    await shop.product.stop()
    const written = await writeLog(shop, siteIds, settings.logMegabytes * megabyte)
    printLine(`  ${String(written.events)} events, ${written.megabytes.toFixed(0)} MB`)

    const began = performance.now()
    await shop.product.restart()
    const readyAfter = (performance.now() - began) / 1_000
    const stored = await withClient(shop, async (client) => {
      const ended = 'select count(*) from event_streams where ended_at is not null and id = $1'
      while ((await readNumber(client, ended, [written.stream])) === 0) await pause(100)
      return readNumber(client, 'select count(*) from pixel_events')
    })
    const seconds = (performance.now() - began) / 1_000
    if (stored !== written.events) throw new Error(`${String(stored)} events were stored.`)
    const perSecond = written.megabytes / seconds
    return [
      lineOf(
        { bench: 'log-recovery', database: 'postgres' },
        {
          ratio: perSecond,
          goal: `>= ${goal.toFixed(1)} MB/s`,
          ok: perSecond >= goal,
          product: written.events / seconds,
          unit: 'events/s',
          note: `${written.megabytes.toFixed(0)} MB in ${seconds.toFixed(0)} s, ready after ${readyAfter.toFixed(1)} s; load ${(loadavg()[0] ?? 0).toFixed(0)}`,
        },
      ),
    ]
  } finally {
    await shop.stop()
  }
}

/** As a process that ended left it. */
async function writeLog({ dataDir }: BenchShop, siteIds: readonly number[], wanted: number) {
  const log = openFileLog(path.join(dataDir, 'event-log'))
  const visitors = Array.from({ length: visitorCount }, () => randomBytes(16))
  let bytes = 0
  let events = 0
  while (bytes < wanted) {
    const rows = Array.from({ length: eventsPerGroup }, (_one, at) =>
      visitOf(siteIds, visitors, events + at),
    )
    const body = textOf(rows)
    await log.append({ events: rows.length, body, at: Date.now() })
    bytes += Buffer.byteLength(body)
    events += rows.length
  }
  const stream = log.begun().at(-1)?.stream ?? ''
  await log.end()
  await log.close()
  return { stream, events, megabytes: bytes / megabyte }
}

const pages = ['/', '/kettles', '/kettles/blue', '/cups', '/about']

const visitOf = (
  siteIds: readonly number[],
  visitors: readonly Buffer[],
  number: number,
): EventRow => ({
  siteId: siteIds[number % siteIds.length] ?? 0,
  id: randomUUID(),
  type: 'visit',
  nudge: null,
  claim: null,
  page: pages[number % pages.length] ?? '/',
  product: null,
  goal: null,
  reason: '',
  amount: 1,
  device: 'desktop',
  country: 'NL',
  visitor: visitors[number % visitors.length] ?? Buffer.alloc(16),
  arm: 'shown',
  assignment: null,
  outcome: 'accepted',
  receivedAt: new Date(),
})
