/**
 * The product that logs events first, under load, with each log: killed, without its connections to the
 * database, with a disk that takes nothing, and without one of its NATS servers, again and again. It breaks
 * when an acknowledged event is lost or counted twice, or when a sum or the meter differs from the events.
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import type pg from 'pg'
import { findNatsServer } from '#tests/support/nats/nats-servers.ts'
import type { Bench } from '../bench.ts'
import {
  logs,
  openLoggedShop,
  pause,
  readNumber,
  untilApplied,
  withClient,
  type LoggedShop,
  type LogName,
} from '../logged-shop.ts'
import { lineOf, skippedLine, type Line } from '../report-line.ts'
import { browser, readSites, type PixelSite } from '../requests.ts'
import type { BenchTools } from '../rounds.ts'
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

export const logKills: Bench = async (tools) => {
  const lines: Line[] = []
  for (const log of logs) {
    if (log === 'nats' && findNatsServer() === null) {
      lines.push(skippedLine(aboutOf(log), 'There is no nats-server.'))
    } else lines.push(await killWith(log, tools))
  }
  return lines
}

const aboutOf = (log: LogName) => ({ bench: `log-kills-${log}`, database: 'postgres' })

/** A failure that is repeated in each round. `run` resolves with how often it happened. */
type Failure = { what: string; run: () => Promise<number> }

async function killWith(log: LogName, { printLine, rounds }: BenchTools): Promise<Line> {
  const shop = await openLoggedShop(siteCount, log)
  try {
    const { acknowledged, stop } = startSenders(shop, await readSites(shop))
    const failures = failuresOf(shop, log)
    const counts = new Map(failures.map(({ what }) => [what, 0]))
    for (let round = 0; round < rounds; round += 1) {
      for (const { what, run } of failures) {
        await untilMore(shop, acknowledged)
        counts.set(what, (counts.get(what) ?? 0) + (await run()))
      }
      const shown = [...counts].map(([what, count]) => `${String(count)} ${what}`).join(', ')
      printLine(`  ${log}: ${String(acknowledged.size)} acknowledged after ${shown}`)
    }
    await untilMore(shop, acknowledged)
    await stop()
    await untilApplied(shop)
    await untilStored(shop, acknowledged.size)
    await shop.product.stop()
    const stored = await readStoredEvents(shop, acknowledged)
    const wrong = findWrong(stored)
    // Reports are repeated until they are acknowledged, so nothing else was sent.
    if (stored.distinct !== acknowledged.size) {
      wrong.push(`${String(stored.distinct)} events are stored.`)
    }
    if (wrong.length > 0) throw new Error(`${log}: ${wrong.join(' ')}`)
    const note = [...counts].map(([what, count]) => `${String(count)} ${what}`).join(', ')
    return lineOf(aboutOf(log), {
      ratio: 0,
      goal: 'none lost, none twice, sums and meter exact',
      ok: true,
      product: acknowledged.size,
      unit: 'acknowledged events',
      rounds,
      note: `${note}; load ${(loadavg()[0] ?? 0).toFixed(0)}`,
    })
  } finally {
    await shop.stop()
  }
}

function failuresOf(shop: LoggedShop, log: LogName): Failure[] {
  const once = (run: () => Promise<void>) => () => run().then(() => 1)
  const { product, nats } = shop
  let next = 0
  return [
    {
      what: 'kills',
      run: once(async () => {
        await product.kill9()
        await product.restart()
      }),
    },
    { what: 'ended connections', run: () => withClient(shop, endConnections) },
    // The log in the database has no file of the node.
    ...(log === 'postgres'
      ? []
      : [{ what: 'times a full disk', run: once(() => fillDisk(product.pid())) }]),
    ...(nats
      ? [
          {
            what: 'killed NATS servers',
            run: once(async () => {
              const server = nats.servers[next % nats.servers.length]
              next += 1
              await server?.kill()
              await pause(Math.random() * mostMillis)
              await server?.start()
            }),
          },
        ]
      : []),
  ]
}

/** Streams of a process that was killed are left to it for six seconds in a log that nodes share. */
async function untilStored(shop: BenchShop, wanted: number): Promise<void> {
  const giveUpAt = performance.now() + patienceMillis
  await withClient(shop, async (client) => {
    const count = () => readNumber(client, 'select count(*) from pixel_events')
    while ((await count()) < wanted && performance.now() < giveUpAt) await pause(againMillis)
  })
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
