/**
 * A large shop's past orders are read while webhooks report the same orders, and some of them canceled: how long
 * that takes, and whether each order is one activity in its newest state, counted once.
 */
import { and, eq } from 'drizzle-orm'
import { activities, connections, deliveries, goalConversions } from '#app/db/schema/index.ts'
import { pullConnectionsJob } from '#app/domain/connections/jobs.ts'
import type { Credentials } from '#app/domain/connections/credentials.server.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import type { Services } from '#app/services.ts'
import type { Bench } from '../bench.ts'
import {
  addConnections,
  orderDelivery,
  orderOf,
  startOrderList,
  type BenchOrder,
} from '../connected-sites.ts'
import { until } from '../embedded-shop.ts'
import { atMost, lineOf } from '../report-line.ts'
import { measure, middleOf, type BenchTools, type Measured } from '../rounds.ts'
import { openShop, type BenchShop } from '../shop.ts'

const siteCount = 50
const orderCount = 50_000
const wantedSeconds = 300
const dayMillis = 86_400_000

/** Orders whose webhooks are sent together, mixed. */
const partSize = 2_500
/** One in so many is canceled while its part is sent. */
const canceledEvery = 10
/** So that webhooks last as long as the reading, which WooCommerce's budget bounds. */
const perSecond = 225
const longestMillis = 900_000

type Listed = BenchOrder & { status: string }

export const connectionsBothWays: Bench = async (tools) => {
  const from = Date.now() - 50 * dayMillis
  const orders: Listed[] = Array.from({ length: orderCount }, (_one, nth) =>
    orderOf(10_000_000 + nth, new Date(from + nth * 60_000)),
  )
  const store = await startOrderList({
    count: orderCount,
    orderAt(nth) {
      const order = orders[nth]
      if (!order) throw new Error('The shop has no such order.')
      return order
    },
  })
  const shop = await openShop({
    engine: 'postgres',
    sites: siteCount,
    environment: { INTEGRATION_ORIGINS: `${store.url}=${store.url}` },
  })
  try {
    const began = performance.now()
    const credentials = await shop.withServices((services) => connect(services, shop, store.url))
    const sent = await deliver(tools, { shop, credentials, orders })
    const faults = await shop.withServices(async (services) => {
      await workedOff(services)
      return findFaults(
        services,
        sent.map(({ good }) => good).reduce((sum, one) => sum + one, 0),
      )
    })
    const seconds = (performance.now() - began) / 1_000
    tools.printLine(
      `  ${seconds.toFixed(0)} s; ${faults.length === 0 ? 'all counts are exact' : faults.join('; ')}`,
    )
    const verdict = atMost(seconds, wantedSeconds)
    return [
      lineOf(
        { bench: 'connections-both-ways', database: 'postgres' },
        {
          ratio: seconds,
          goal: `${verdict.goal} s, all counts exact`,
          ok: verdict.ok && faults.length === 0,
          product: orderCount / seconds,
          unit: 'orders/s',
          rounds: 1,
          p50: middleOf(sent, ({ p50 }) => p50),
          p99: middleOf(sent, ({ p99 }) => p99),
          note: `${String(orderCount)} orders in pages of 100, and a webhook for each at the same time, ${String(orderCount / canceledEvery)} of them canceled; ${faults.length === 0 ? 'each is one activity in its newest state and one conversion' : faults.join('; ')}`,
        },
      ),
    ]
  } finally {
    await shop.stop()
    store.stop()
  }
}

/** Since before its orders, so that they reach the goal. */
async function connect(
  services: Services,
  { first }: BenchShop,
  store: string,
): Promise<Credentials> {
  await createGoal(services, first.scope, {
    kind: 'order',
    name: 'Orders',
    is_active: true,
    is_repeatable: false,
  })
  const settings = { store, consumerKey: 'ck_', consumerSecret: 'cs_' }
  const [made] = await addConnections(services, { settings, pullDueAt: null, count: 1 })
  if (!made) throw new Error('The shop wasn’t connected.')
  const createdAt = new Date(Date.now() - 60 * dayMillis)
  // Its webhooks were looked at now, so the list of orders is all that is asked for.
  const cursor = { webhooks: { since: Date.now(), position: null } }
  await services.db.system.update(connections).set({ createdAt, cursor, pullDueAt: new Date() })
  await services.jobs.send(pullConnectionsJob, {})
  return made
}

type Work = { shop: BenchShop; credentials: Credentials; orders: Listed[] }

/** Each order once as it was paid, in another order than the list's, and canceled ones once more. */
async function deliver(
  { load, printLine }: BenchTools,
  { shop, credentials, orders }: Work,
): Promise<Measured[]> {
  const sent: Measured[] = []
  for (let start = 0; start < orderCount; start += partSize) {
    const places = Array.from({ length: partSize }, (_one, nth) => mixed(start + nth))
    const requests = places.flatMap((place, nth) => {
      const paid = orders[place]
      if (!paid) throw new Error('The shop has no such order.')
      const created = orderDelivery(credentials, 'order.created', paid)
      if (nth % canceledEvery > 0) return [created]
      const changed = new Date().toISOString().slice(0, 19)
      const canceled = { ...paid, status: 'cancelled', date_modified_gmt: changed }
      orders[place] = canceled
      const updated = orderDelivery(credentials, 'order.updated', canceled)
      // Webhooks overtake each other.
      return nth % (2 * canceledEvery) > 0 ? [updated, created] : [created, updated]
    })
    sent.push(
      await measure(load, shop.served(), {
        connections: 16,
        requests,
        count: requests.length,
        perSecond,
      }),
    )
    printLine(`  ${String(start + partSize)} of ${String(orderCount)} orders were sent`)
  }
  return sent
}

/** Each place once: the factor has no divisor in common with the number of orders. */
const mixed = (nth: number) => (nth * 7_919) % orderCount

/** Until the list was read to its end, and no delivery waits. */
async function workedOff({ db: { system } }: Services): Promise<void> {
  await until(async () => {
    const [row] = await system.select({ cursor: connections.cursor }).from(connections)
    const { since } = (row?.cursor as { orders?: { since?: number } } | null)?.orders ?? {}
    const isWaiting = (await system.$count(deliveries, eq(deliveries.state, 'waiting'))) > 0
    return since !== undefined && !isWaiting
  }, longestMillis)
}

/** @returns a line for each number that isn't as the shop's orders say */
async function findFaults(services: Services, sent: number): Promise<string[]> {
  const { system } = services.db
  const canceled = orderCount / canceledEvery
  const ofShop = eq(activities.source, 'integration')
  const rows = await system
    .selectDistinct({ id: activities.externalId })
    .from(activities)
    .where(ofShop)
  const [connection] = await system.select().from(connections)
  const counts: [string, number, number][] = [
    ['webhooks answered', sent, orderCount + canceled],
    ['webhooks processed', await system.$count(deliveries, eq(deliveries.state, 'done')), sent],
    ['activities', await system.$count(activities, ofShop), orderCount],
    ['orders', rows.length, orderCount],
    [
      'canceled and not shown',
      await system.$count(
        activities,
        and(ofShop, eq(activities.state, 'cancelled'), eq(activities.isShowable, false)),
      ),
      canceled,
    ],
    [
      'shown',
      await system.$count(activities, and(ofShop, eq(activities.isShowable, true))),
      orderCount - canceled,
    ],
    ['conversions', await system.$count(goalConversions), orderCount],
    ['counted by the connection', connection?.stored ?? 0, orderCount],
    ['skipped by the connection', connection?.skipped ?? 0, 0],
    ['differences of the recount', (await recount(services)).length, 0],
  ]
  return counts.flatMap(([name, found, wanted]) =>
    found === wanted ? [] : `${name}: ${String(found)} instead of ${String(wanted)}`,
  )
}
