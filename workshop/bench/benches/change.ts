/**
 * How long a change takes until pages see it, and how often the payload is compiled for it, under
 * load.
 */
import { randomUUID } from 'node:crypto'
import { storePurchase } from '#tests/support/purchases.ts'
import type { Bench } from '../bench.ts'
import { atMost, lineOf } from '../report-line.ts'
import { payloadRequest } from '../requests.ts'
import { newPrefix } from '../rounds.ts'
import { openShop, type BenchShop } from '../shop.ts'
import { median, percentile } from '../summary.ts'

const connections = 64
const changes = 20
/** PostgreSQL's sessions report their counts after ten idle seconds (PGSTAT_IDLE_INTERVAL). */
const countsMillis = 11_000

export const change: Bench = async (tools) => {
  const shop = await openShop({ engine: 'postgres', sites: 20 })
  try {
    const site = shop.sites[0]
    const cold = shop.sites[1]
    if (!site || !cold) throw new Error('There is no site.')
    const address = `${shop.product.baseUrl}/api/pixel/${site.uuid}`
    await tagOf(address)
    const none = await countScans(shop)
    await tagOf(`${shop.product.baseUrl}/api/pixel/${cold.uuid}`)
    const before = await countScans(shop)

    const reading = tools.load.run({
      port: shop.served().port,
      connections,
      prefix: newPrefix(),
      first: 0,
      requests: [payloadRequest(site.uuid, site.url)],
      millis: changes * 400,
    })
    const seen = await shop.withServices(async (services) => {
      const millis: number[] = []
      for (let nth = 0; nth < changes; nth += 1) {
        const tag = await tagOf(address)
        await storePurchase(services, shop.first, {
          productTitle: `Green Kettle ${randomUUID()}`,
          occurredAt: services.now(),
        })
        const began = performance.now()
        while ((await tagOf(address)) === tag) {
          if (performance.now() - began > 10_000) throw new Error('The change was never seen.')
        }
        millis.push(performance.now() - began)
      }
      return millis
    })
    const reads = await reading
    const builds = (await countScans(shop)) - before
    const perChange = builds / changes / Math.max(1, before - none)
    tools.printLine(
      `  seen after ${median(seen).toFixed(0)} ms, ${perChange.toFixed(2)} builds for each change`,
    )

    const slowest = Math.max(...seen) / 1_000
    const verdict = atMost(slowest, 1)
    return [
      lineOf(
        { bench: 'change', database: 'postgres' },
        {
          ratio: slowest,
          goal: `${verdict.goal} s, one build`,
          ok: verdict.ok && perChange <= 1.05,
          product: perChange,
          floor: 1,
          unit: 'builds/change',
          rounds: changes,
          p50: median(seen),
          p99: percentile(seen, 0.99),
          floorP99: reads.p99,
          note: 'seconds until the slowest change was seen; floor p99 is that of the reads meanwhile',
        },
      ),
    ]
  } finally {
    await shop.stop()
  }
}

async function tagOf(address: string): Promise<string> {
  const answer = await fetch(address)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`The payload answered ${String(answer.status)}.`)
  return answer.headers.get('etag') ?? ''
}

/**
 * How often goals were queried: every build reads its site again, and nothing else here queries
 * goals.
 */
async function countScans(shop: BenchShop): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, countsMillis))
  return shop.withServices(async ({ pool }) => {
    const { rows } = await pool.query<{ scans: string }>(
      "select seq_scan + coalesce(idx_scan, 0) as scans from pg_stat_user_tables where relname = 'goals'",
    )
    return Number(rows[0]?.scans ?? 0)
  })
}
