/**
 * How long the orders of a shop's last sixty days take, page by page, until all are stored. Shopify
 * approved them without names, addresses and email addresses.
 */
import { activities, shops } from '#app/db/schema/index.ts'
import type { Order, ShopState } from '#workshop/store/state/shop-state.ts'
import type { Bench } from '../bench.ts'
import { openEmbeddedShop, until } from '../embedded-shop.ts'
import { cpuSeconds } from '../machine.ts'
import { atMost, lineOf } from '../report-line.ts'

const orderCount = 10_000
const wantedSeconds = 60
const dayMillis = 86_400_000

export const backfill: Bench = async ({ printLine }) => {
  const embedded = await openEmbeddedShop({ sites: 1 })
  const { shop, demo } = embedded
  try {
    fill(demo.state)
    demo.state.dataAccess = []
    const cpu = () => shop.served().pids.map(cpuSeconds)
    const { seconds, stored, cpuMicros } = await shop.withServices(async ({ db: { system } }) => {
      const before = await system.$count(activities)
      const cpuBefore = cpu()
      const began = performance.now()
      await embedded.install()
      await until(async () => {
        const [row] = await system.select({ backfill: shops.backfill }).from(shops)
        return row?.backfill?.status === 'done'
      }, 600_000)
      const spent = cpu().map((one, at) => one - (cpuBefore[at] ?? 0))
      return {
        seconds: (performance.now() - began) / 1_000,
        stored: (await system.$count(activities)) - before,
        cpuMicros: (spent.reduce((sum, one) => sum + one, 0) * 1e6) / orderCount,
      }
    })
    printLine(`  ${String(stored)} orders in ${seconds.toFixed(1)} s`)
    if (stored !== orderCount) throw new Error(`${String(stored)} orders were stored.`)
    const pages = demo.operations.filter(({ name }) => name === 'ListOrders').length
    const verdict = atMost(seconds, wantedSeconds)
    return [
      lineOf(
        { bench: 'backfill', database: 'postgres' },
        {
          ratio: seconds,
          goal: `${verdict.goal} s`,
          ok: verdict.ok,
          product: orderCount / seconds,
          unit: 'orders/s',
          rounds: 1,
          cpuMicros,
          note: `${String(orderCount)} orders in ${String(pages)} pages at level 1 of customer data, from the first visit; without waiting for points`,
        },
      ),
    ]
  } finally {
    await embedded.stop()
  }
}

/** Orders of the last fifty days, made from one that is there. */
function fill(state: ShopState): void {
  const [pattern] = state.orders
  if (!pattern) throw new Error('The shop has no order.')
  const from = Date.now() - 50 * dayMillis
  state.orders = Array.from({ length: orderCount }, (_one, nth): Order => {
    const createdAt = new Date(from + (nth * 49 * dayMillis) / orderCount)
    return { ...pattern, id: pattern.id + BigInt(nth), createdAt, updatedAt: createdAt }
  }).reverse()
}
