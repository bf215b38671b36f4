/**
 * Connections with services: how many deliveries are answered after their commit, what ten thousand
 * idle connections cost, and how long the orders of a large shop take until all are stored.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, inArray } from 'drizzle-orm'
import { activities, connections, deliveries, sites } from '#app/db/schema/index.ts'
import {
  hookHashOf,
  newCredentials,
  sealCredentials,
  type Credentials,
} from '#app/domain/connections/credentials.server.ts'
import type { Services } from '#app/services.ts'
import type { Bench } from '../bench.ts'
import { until } from '../embedded-shop.ts'
import { cpuSeconds, residentBytes } from '../machine.ts'
import { atMost, lineOf, type Line } from '../report-line.ts'
import { requestText } from '../requests.ts'
import { measure, middleOf, type BenchTools, type Measured } from '../rounds.ts'
import { openShop, type BenchShop } from '../shop.ts'

const siteCount = 50
const perRound = 10_000
const wantedPerSecond = 1_500
const idleCount = 10_000
const idleSeconds = 120
const orderCount = 50_000
const dayMillis = 86_400_000

export const connectionsBench: Bench = async (tools) => {
  const store = await startStore()
  const shop = await openShop({
    engine: 'postgres',
    sites: siteCount,
    environment: { INTEGRATION_ORIGINS: `${store.url}=${store.url}` },
  })
  try {
    return [
      await answered(tools, shop),
      await idle(tools, shop),
      await pulled(tools, { shop, storeUrl: store.url }),
    ]
  } finally {
    await shop.stop()
    store.stop()
  }
}

type Wanted = { settings: Record<string, unknown>; pullDueAt: Date | null; count: number }

/** Connections of the sites in turn, as they are after connecting. */
async function addConnections(
  { db, security, now }: Services,
  { settings, pullDueAt, count }: Wanted,
): Promise<Credentials[]> {
  const known = await db.system.select({ id: sites.id, teamId: sites.teamId }).from(sites)
  const made = Array.from({ length: count }, (_one, nth) => {
    const site = known[nth % known.length]
    if (!site) throw new Error('There is no site.')
    const [uuid, credentials] = [randomUUID(), newCredentials(settings)]
    const row = {
      uuid,
      teamId: site.teamId,
      siteId: site.id,
      integration: 'wordpress' as const,
      account: uuid,
      credentials: sealCredentials(security.secrets, uuid, credentials),
      hookHash: hookHashOf(credentials.hookToken),
      pullDueAt,
      createdAt: now(),
    }
    return { row, credentials }
  })
  for (let start = 0; start < made.length; start += 500) {
    await db.system.insert(connections).values(made.slice(start, start + 500).map(({ row }) => row))
  }
  return made.map(({ credentials }) => credentials)
}

async function answered(tools: BenchTools, shop: BenchShop): Promise<Line> {
  const settings = { store: 'https://shop.example', consumerKey: 'ck_', consumerSecret: 'cs_' }
  const made = await shop.withServices((services) =>
    addConnections(services, { settings, pullDueAt: null, count: siteCount }),
  )
  const rounds: Measured[] = []
  let sent = 0
  // The first round is a warm-up.
  for (let round = 0; round <= tools.rounds; round += 1) {
    const requests = orderDeliveries(made, { first: sent, count: perRound })
    const one = await measure(tools.load, shop.served(), {
      connections: 64,
      requests,
      count: perRound,
    })
    if (one.good !== perRound) throw new Error(`${String(one.other)} were refused: ${one.odd}`)
    sent += perRound
    if (round > 0) rounds.push(one)
    tools.printLine(`  ${one.perSecond.toFixed(0)} a second, p99 ${(one.p99 ?? 0).toFixed(1)} ms`)
  }
  const stored = await workOff(shop)
  const [perSecond, p99] = [
    middleOf(rounds, (one) => one.perSecond),
    middleOf(rounds, (one) => one.p99),
  ]
  return lineOf(
    { bench: 'connections', database: 'postgres' },
    {
      ratio: perSecond,
      goal: `>= ${String(wantedPerSecond)} a second, p99 <= 100 ms, each stored once`,
      ok: (perSecond ?? 0) >= wantedPerSecond && (p99 ?? Infinity) <= 100 && stored === sent,
      product: perSecond,
      unit: 'deliveries/s',
      rounds: rounds.length,
      p50: middleOf(rounds, ({ p50 }) => p50),
      p99,
      cpuMicros: middleOf(rounds, ({ cpuMicros }) => cpuMicros),
      stealPercent: middleOf(rounds, ({ stealPercent }) => stealPercent),
      note: `64 connections; ${String(sent)} sent, ${String(stored)} orders stored`,
    },
  )
}

/** Until none waits. */
const workOff = (shop: BenchShop): Promise<number> =>
  shop.withServices(async ({ db: { system } }) => {
    await until(
      async () => (await system.$count(deliveries, inArray(deliveries.state, ['waiting']))) === 0,
      600_000,
    )
    return system.$count(activities, eq(activities.source, 'integration'))
  })

function orderDeliveries(
  made: readonly Credentials[],
  { first, count }: { first: number; count: number },
): string[] {
  return Array.from({ length: count }, (_one, nth) => {
    const { hookToken = '', hookSecret = '' } = made[nth % made.length] ?? {}
    const body = JSON.stringify(orderOf(first + nth, new Date()))
    return requestText(
      `POST /hooks/wordpress/${hookToken}`,
      {
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
        'X-WC-Webhook-Topic': 'order.created',
        'X-WC-Webhook-Signature': createHmac('sha256', hookSecret).update(body).digest('base64'),
      },
      body,
    )
  })
}

const gmt = (at: Date) => at.toISOString().slice(0, 19)

const orderOf = (id: number, at: Date) => ({
  id: 1_000_000 + id,
  status: 'processing',
  currency: 'EUR',
  total: '24.50',
  date_created_gmt: gmt(at),
  date_modified_gmt: gmt(at),
  date_paid_gmt: gmt(at),
  billing: {
    first_name: 'Emma',
    city: 'Utrecht',
    country: 'NL',
    email: `shopper${String(id)}@shop.example`,
  },
  line_items: [{ name: 'Oak tray', product_id: 12, quantity: 1, price: 24.5 }],
})

/** The share of a core that the product and its database take, without and with them. */
async function idle({ printLine }: BenchTools, shop: BenchShop): Promise<Line> {
  const share = async () => {
    const cpu = () => shop.served().pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
    const before = cpu()
    await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1_000))
    return (100 * (cpu() - before)) / idleSeconds
  }
  const without = await share()
  const settings = { store: 'https://shop.example', consumerKey: 'ck_', consumerSecret: 'cs_' }
  const pullDueAt = new Date(Date.now() + dayMillis)
  await shop.withServices((services) =>
    addConnections(services, { settings, pullDueAt, count: idleCount }),
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
      note: `${String(idleCount)} connections, two minutes; without them ${without.toFixed(2)} %`,
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
      note: `${String(orderCount)} orders in pages of 100, up to a minute of it until the sweep; at most ${memory.toFixed(0)} MB more`,
    },
  )
}

/** A shop that lists its orders, a hundred a page. */
async function startStore(): Promise<{ url: string; stop: () => void }> {
  const from = Date.now() - 50 * dayMillis
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://store')
    const size = Number(query.get('per_page') ?? 100)
    const first = (Number(query.get('page') ?? 1) - 1) * size
    const isOrders = pathname.endsWith('/orders')
    const rows = isOrders
      ? Array.from({ length: Math.max(0, Math.min(size, orderCount - first)) }, (_one, nth) =>
          orderOf(10_000_000 + first + nth, new Date(from + (first + nth) * 60_000)),
        )
      : []
    response.setHeader('X-WP-TotalPages', isOrders ? String(orderCount / size) : '1')
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(rows))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
