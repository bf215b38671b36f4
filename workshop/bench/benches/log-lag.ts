/** How long after its answer an event is counted, at half of what the product takes. */
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import type { LoadGenerator } from '../load.ts'
import { pause, untilApplied, withClient } from '../logged-shop.ts'
import { lineOf, type Line } from '../report-line.ts'
import { browser, type PixelSite } from '../requests.ts'
import { newPrefix, type RoundJob } from '../rounds.ts'
import type { BenchShop } from '../shop.ts'
import { percentile } from '../summary.ts'

/** At most one every 50 ms, and each is looked for every two. */
const probes = 200
const betweenMillis = 50
const lookMillis = 2

type Asked = { shop: BenchShop; site: PixelSite; job: RoundJob; peak: number }

/** @param asked.peak events a second that were answered when as many were sent as possible */
export async function measureLag(load: LoadGenerator, asked: Asked): Promise<Line> {
  const { shop, site, job, peak } = asked
  await untilApplied(shop)
  const over = new AbortController()
  const flood = (async () => {
    let good = 0
    let seconds = 0
    while (!over.signal.aborted) {
      const perSecond = Math.round(peak / 2)
      const port = shop.served().port
      const sent = await load.run({
        ...job,
        port,
        perSecond,
        millis: 1_000,
        prefix: newPrefix(),
        first: 0,
      })
      good += sent.good
      seconds += sent.seconds
    }
    return good / seconds
  })()
  const lags = await withClient(shop, async (client) => {
    const found: number[] = []
    for (let probe = 0; probe < probes; probe += 1) {
      const id = randomUUID()
      await report(shop, site, id)
      const answeredAt = performance.now()
      const look = {
        name: 'probe',
        text: 'select from event_ids where id = $1 and site_id = (select id from sites where uuid = $2)',
        values: [id, site.uuid],
      }
      while ((await client.query(look)).rowCount === 0) await pause(lookMillis)
      found.push(performance.now() - answeredAt)
      await pause(betweenMillis)
    }
    return found
  })
  over.abort()
  const perSecond = await flood
  const p99 = percentile(lags, 0.99)
  const p50 = percentile(lags, 0.5)
  return lineOf(
    { bench: 'collection-log-lag', database: 'postgres' },
    {
      ratio: p50,
      goal: 'p50 <= 300 ms, p99 <= 1000 ms',
      ok: p50 <= 300 && p99 <= 1_000,
      product: perSecond,
      floor: peak,
      unit: 'events/s',
      p50,
      p99,
      note: `${String(probes)} events, from their answer until they are counted; load ${(loadavg()[0] ?? 0).toFixed(0)}`,
    },
  )
}

async function report({ product }: BenchShop, { uuid, url }: PixelSite, id: string): Promise<void> {
  const answer = await fetch(`${product.baseUrl}/api/pixel/${uuid}/events`, {
    method: 'POST',
    headers: { Origin: url, 'User-Agent': browser, 'Content-Type': 'text/plain' },
    body: JSON.stringify({ events: [{ id, type: 'visit', page: '/' }] }),
  })
  if (!answer.ok) throw new Error(`A report was answered with ${String(answer.status)}.`)
  await answer.arrayBuffer()
}
