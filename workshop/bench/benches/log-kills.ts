/**
 * The product that logs events first, under load: killed, without its connections to the database, and with
 * a disk that takes nothing, again and again. It breaks when an acknowledged event is lost or counted
 * twice, or when a sum or the meter differs from the events.
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import type pg from 'pg'
import type { Bench } from '../bench.ts'
import { openLoggedShop, pause, readNumber, untilApplied, withClient } from '../logged-shop.ts'
import { lineOf } from '../report-line.ts'
import { browser, readSites, type PixelSite } from '../requests.ts'
import type { BenchShop } from '../shop.ts'
import { findWrong, readStoredEvents } from '../stored-events.ts'

const siteCount = 10
const senders = 8
const idsPerReport = 20
/** Random, so that each kill meets another moment. */
const mostMillis = 1_500
/** Events between two failures. */
const leastAcknowledged = 500
const patienceMillis = 60_000
/** A failed report is sent again after it. */
const againMillis = 50

type Senders = { acknowledged: Set<string>; stop: () => Promise<void> }

export const logKills: Bench = async ({ printLine, rounds }) => {
  const shop = await openLoggedShop(siteCount)
  try {
    const { acknowledged, stop } = startSenders(shop, await readSites(shop))
    const failures = { kill: 0, connections: 0, disk: 0 }
    for (let round = 0; round < rounds; round += 1) {
      await untilMore(shop, acknowledged)
      await shop.product.kill9()
      await shop.product.restart()
      failures.kill += 1

      await untilMore(shop, acknowledged)
      failures.connections += await withClient(shop, endConnections)

      await untilMore(shop, acknowledged)
      await fillDisk(shop.product.pid())
      failures.disk += 1
      printLine(`  ${String(acknowledged.size)} acknowledged after ${JSON.stringify(failures)}`)
    }
    await untilMore(shop, acknowledged)
    await stop()
    await untilApplied(shop)
    await shop.product.stop()
    const stored = await readStoredEvents(shop, acknowledged)
    const wrong = findWrong(stored)
    // Reports are repeated until they are acknowledged, so nothing else was sent.
    if (stored.distinct !== acknowledged.size) {
      wrong.push(`${String(stored.distinct)} events are stored.`)
    }
    if (wrong.length > 0) throw new Error(wrong.join(' '))
    return [
      lineOf(
        { bench: 'log-kills', database: 'postgres' },
        {
          ratio: 0,
          goal: 'none lost, none twice, sums and meter exact',
          ok: true,
          product: acknowledged.size,
          unit: 'acknowledged events',
          rounds,
          note: `${String(failures.kill)} kills, ${String(failures.connections)} ended connections, ${String(failures.disk)} times a full disk; load ${(loadavg()[0] ?? 0).toFixed(0)}`,
        },
      ),
    ]
  } finally {
    await shop.stop()
  }
}

/** Pages that repeat each report until it's acknowledged. */
function startSenders({ product }: BenchShop, sites: readonly PixelSite[]): Senders {
  const acknowledged = new Set<string>()
  let isLoading = true
  async function send({ uuid, url }: PixelSite, ids: readonly string[]): Promise<boolean> {
    const answer = await fetch(`${product.baseUrl}/api/pixel/${uuid}/events`, {
      method: 'POST',
      headers: {
        Origin: url,
        'User-Agent': browser,
        'Content-Type': 'text/plain',
        'X-Forwarded-For': `10.0.0.${String(1 + (acknowledged.size % 250))}`,
      },
      body: JSON.stringify({ events: ids.map((id) => ({ id, type: 'visit', page: '/' })) }),
    })
    const { outcomes } = (await answer.json()) as { outcomes?: { outcome: string }[] }
    return answer.ok && outcomes?.every(({ outcome }) => outcome === 'taken') === true
  }
  const running = Array.from({ length: senders }, async (_one, sender) => {
    for (let report = sender; isLoading; report += senders) {
      const site = sites[report % sites.length]
      const ids = Array.from({ length: idsPerReport }, () => randomUUID())
      if (!site) return
      while (!(await send(site, ids).catch(() => false))) await pause(againMillis)
      for (const id of ids) acknowledged.add(id)
    }
  })
  return {
    acknowledged,
    async stop() {
      isLoading = false
      await Promise.all(running)
    },
  }
}

/** @throws Error with the product's log when it doesn't take events again */
async function untilMore(shop: BenchShop, acknowledged: ReadonlySet<string>): Promise<void> {
  const before = acknowledged.size
  const giveUpAt = performance.now() + patienceMillis
  while (acknowledged.size < before + leastAcknowledged) {
    if (performance.now() > giveUpAt) {
      throw new Error(`No event is taken any more.\n${shop.product.output()}`)
    }
    await pause(againMillis)
  }
  await pause(Math.random() * mostMillis)
}

/** As when PostgreSQL ends their processes. @returns how many there were */
const endConnections = (client: pg.Client) =>
  readNumber(
    client,
    `select count(*) filter (where pg_terminate_backend(pid)) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )

/** For a moment each write of the process to a file fails (setrlimit(2), RLIMIT_FSIZE). */
async function fillDisk(pid: number): Promise<void> {
  const limit = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
  limit('1')
  await pause(Math.random() * mostMillis)
  limit('unlimited')
}
