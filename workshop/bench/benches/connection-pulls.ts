/**
 * Connections that are asked for what they don't deliver: what ten thousand cost while nothing is due,
 * and how long the orders of a large shop take until all are stored.
 */
import { activities } from '#app/db/schema/index.ts'
import { pullConnectionsJob } from '#app/domain/connections/jobs.ts'
import type { Bench } from '../bench.ts'
import { addConnections, keySettings, orderOf, startOrderList } from '../connected-sites.ts'
import { until } from '../embedded-shop.ts'
import { cpuSeconds, residentBytes } from '../machine.ts'
import { atMost, lineOf, type Line } from '../report-line.ts'
import type { BenchTools } from '../rounds.ts'
import { openShop, type BenchShop } from '../shop.ts'

const siteCount = 50
const idleCount = 10_000
/** The sweep comes once a minute. */
const idleSeconds = 60
const orderCount = 50_000
const dayMillis = 86_400_000

export const connectionsIdle: Bench = async (tools) => {
  const shop = await openShop({ engine: 'postgres', sites: siteCount })
  try {
    return [await idle(tools, shop)]
  } finally {
    await shop.stop()
  }
}

export const connectionsBackfill: Bench = async (tools) => {
  const from = Date.now() - 50 * dayMillis
  const store = await startOrderList({
    count: orderCount,
    orderAt: (nth) => orderOf(10_000_000 + nth, new Date(from + nth * 60_000)),
  })
  const shop = await openShop({
    engine: 'postgres',
    sites: siteCount,
    environment: { INTEGRATION_ORIGINS: `${store.url}=${store.url}` },
  })
  try {
    return [await pulled(tools, { shop, storeUrl: store.url })]
  } finally {
    await shop.stop()
    store.stop()
  }
}

/** The share of a core that the product and its database take, without and with them. */
async function idle({ printLine }: BenchTools, shop: BenchShop): Promise<Line> {
  const share = async () => {
    const cpu = () => shop.served().pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
    const before = cpu()
    await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1_000))
    return (100 * (cpu() - before)) / idleSeconds
  }
  const without = await share()
  const pullDueAt = new Date(Date.now() + dayMillis)
  await shop.withServices((services) =>
    addConnections(services, { settings: keySettings, pullDueAt, count: idleCount }),
  )
  const more = (await share()) - without
  printLine(`  ${String(idleCount)} idle connections: ${more.toFixed(2)} % of a core more`)
  const verdict = atMost(more, 1)
  return lineOf(
    { bench: 'connections-idle', database: 'postgres' },
    {
      ratio: more,
      goal: `${verdict.goal} % of a core`,
      ok: verdict.ok,
      product: more,
      unit: '% of a core',
      rounds: 1,
      note: `${String(idleCount)} connections, a minute; without them ${without.toFixed(2)} %`,
    },
  )
}

async function pulled(
  { printLine }: BenchTools,
  { shop, storeUrl }: { shop: BenchShop; storeUrl: string },
): Promise<Line> {
  const [pid = 0] = shop.served().pids
  const { seconds, memory, stored } = await shop.withServices(async (services) => {
    const { system } = services.db
    const before = await system.$count(activities)
    const start = residentBytes(pid)
    let peak = start
    const settings = { store: storeUrl, consumerKey: 'ck_', consumerSecret: 'cs_' }
    const began = performance.now()
    await addConnections(services, { settings, pullDueAt: new Date(), count: 1 })
    await services.jobs.send(pullConnectionsJob, {})
    await until(async () => {
      peak = Math.max(peak, residentBytes(pid))
      return (await system.$count(activities)) - before >= orderCount
    }, 900_000)
    return {
      seconds: (performance.now() - began) / 1_000,
      memory: (peak - start) / 1e6,
      stored: (await system.$count(activities)) - before,
    }
  })
  printLine(`  ${String(stored)} orders in ${seconds.toFixed(0)} s, ${memory.toFixed(0)} MB more`)
  const verdict = atMost(seconds, 300)
  return lineOf(
    { bench: 'connections-backfill', database: 'postgres' },
    {
      ratio: seconds,
      goal: `${verdict.goal} s`,
      ok: verdict.ok && stored === orderCount,
      product: orderCount / seconds,
      unit: 'orders/s',
      rounds: 1,
      note: `${String(orderCount)} orders in pages of 100, two of them a second at most; at most ${memory.toFixed(0)} MB more`,
    },
  )
}
