/**
 * PostgreSQL is stopped, or hangs, while pages read and report (docs/threats.md R08). Run it with
 * OUTAGE_SECONDS=30 for a full outage of half a minute.
 */
import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { hourlyEvents, pixelEvents, sites } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { createLog } from '#app/lib/log.server.ts'
import { compose } from '#app/server/compose.server.ts'
import { makeFolder, removeFolder } from '../support/folders.ts'
import { createMakers, type TestSite } from '../support/makers.ts'
import { browser, newEventId, visitEvent } from '../support/pages.ts'
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts'
import { storePurchase } from '../support/purchases.ts'
import { serve, type Served } from '../support/serve.ts'

const outageMillis = Number(process.env.OUTAGE_SECONDS ?? '4') * 1_000
const senders = 8
const idsPerReport = 5

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

async function startServer(): Promise<PostgresServer> {
  const folder = makeFolder()
  const data = path.join(folder, 'server')
  mkdirSync(data)
  // The server may run as another user.
  chmodSync(folder, 0o755)
  // Acknowledged events have to survive a crash of the server.
  const server = await startPostgres(data, { synchronous_commit: 'on' })
  onTestFinished(async () => {
    await server.stop()
    removeFolder(folder)
  })
  const client = new pg.Client({ connectionString: server.urlOf('postgres') })
  await client.connect()
  await client.query('create database footfall')
  await client.end()
  return server
}

/** The product on a separate server, with a shop that shows one purchase. */
async function openShop() {
  const server = await startServer()
  const config = readConfig({
    APP_ENV: 'local',
    DATABASE_URL: server.urlOf('footfall'),
    DATA_DIR: makeFolder(),
    APP_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const { services, listen, close } = await compose(config, { log: createLog('silent') })
  const following = services.siteCache.subscribe(listen)
  onTestFinished(async () => {
    await following.stop()
    await close()
    removeFolder(config.dataDir)
  })
  const makers = createMakers(services)
  const site = await makers.site()
  await storePurchase(services, site)
  await makers.nudge(site)
  return { server, services, site, served: await serve(services) }
}

type Seen = { status: number; millis: number }

async function timed(asking: () => Promise<Response>): Promise<{ response: Response; seen: Seen }> {
  const began = performance.now()
  const response = await asking()
  return { response, seen: { status: response.status, millis: performance.now() - began } }
}

/** Pages that read all the time, and report each event until it is acknowledged. */
function startPages(served: Served, site: TestSite) {
  const acknowledged = new Set<string>()
  const reads: Seen[] = []
  const reports: Seen[] = []
  let isLoading = true

  async function report(ids: string[]): Promise<boolean> {
    const { response, seen } = await timed(() =>
      served.fetch(`/api/pixel/${site.uuid}/events`, {
        method: 'POST',
        headers: { Origin: site.url, 'User-Agent': browser, 'Content-Type': 'text/plain' },
        body: JSON.stringify({ events: ids.map((id) => visitEvent(id)) }),
      }),
    )
    reports.push(seen)
    await response.text()
    if (!response.ok) return false
    for (const id of ids) acknowledged.add(id)
    return true
  }
  async function reportUntilAcknowledged(): Promise<void> {
    const ids = Array.from({ length: idsPerReport }, newEventId)
    while (!(await report(ids))) await pause(100)
  }
  async function reportOn(): Promise<void> {
    while (isLoading) await reportUntilAcknowledged()
  }
  async function readOn(): Promise<void> {
    while (isLoading) {
      const { response, seen } = await timed(() => served.fetch(`/api/pixel/${site.uuid}`))
      reads.push(seen)
      await response.text()
      await pause(20)
    }
  }
  const running = [readOn(), ...Array.from({ length: senders }, reportOn)]
  return {
    acknowledged,
    reads,
    reports,
    /** Resolves when every report that was started is acknowledged. */
    async stop() {
      isLoading = false
      await Promise.all(running)
    },
  }
}

const outages: Record<
  string,
  {
    begin: (server: PostgresServer) => Promise<void>
    end: (server: PostgresServer) => Promise<void>
  }
> = {
  stopped: { begin: (server) => server.crash(), end: (server) => server.restart() },
  hung: {
    begin(server) {
      server.hang()
      return Promise.resolve()
    },
    end(server) {
      server.goOn()
      return Promise.resolve()
    },
  },
}

test.each(Object.entries(outages))(
  'while PostgreSQL is %s pages are served from memory, and nothing acknowledged is lost or counted twice',
  async (kind, { begin, end }) => {
    const { server, services, site, served } = await openShop()
    const pages = startPages(served, site)
    await expect.poll(() => pages.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(200)

    await begin(server)
    const over = pause(outageMillis)
    const live = await served.fetch('/health/live')
    const ready = await served.fetch('/health/ready')
    await over
    await expect
      .poll(() => pages.reports.some(({ status }) => status === 503), { timeout: 60_000 })
      .toBe(true)
    const during = { reads: pages.reads.length, acknowledged: pages.acknowledged.size }
    await end(server)
    const ended = performance.now()
    const goesOn = { timeout: 60_000, interval: 20 }
    await expect
      .poll(() => pages.acknowledged.size, goesOn)
      .toBeGreaterThan(during.acknowledged + senders * idsPerReport)
    await services.db.system.update(sites).set({ pausedAt: new Date() })
    await expect
      .poll(async () => (await served.fetch(`/api/pixel/${site.uuid}`)).text(), goesOn)
      .toContain('"withheld":"paused"')
    const back = performance.now() - ended
    await pages.stop()

    expect([live.status, ready.status]).toEqual([200, 503])
    expect(new Set(pages.reads.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(pages.reports.map(({ status }) => status))).toEqual(new Set([200, 503]))
    const slowest = Math.max(...[...pages.reads, ...pages.reports].map(({ millis }) => millis))

    const stored = await services.db.system
      .select({ id: pixelEvents.id })
      .from(pixelEvents)
      .where(eq(pixelEvents.outcome, 'accepted'))
    const ids = new Set(stored.map(({ id }) => id))
    const sums = await services.db.system.select({ total: hourlyEvents.total }).from(hourlyEvents)
    expect([...pages.acknowledged].filter((id) => !ids.has(id))).toEqual([])
    expect(stored).toHaveLength(pages.acknowledged.size)
    expect(sums.reduce((sum, { total }) => sum + total, 0)).toBe(stored.length)
    expect(await recount(services)).toEqual([])
    process.stdout.write(
      `${kind} for ${String(outageMillis)} ms: ${String(stored.length)} events, ` +
        `${String(pages.reads.length)} reads, slowest answer ${slowest.toFixed(0)} ms, ` +
        `good again after ${back.toFixed(0)} ms\n`,
    )
  },
  300_000 + 2 * outageMillis,
)
