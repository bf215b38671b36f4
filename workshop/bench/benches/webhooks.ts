/** How soon webhooks are answered, which is after they were stored, beside the reports of pages. */
import { createHmac } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { activities, deliveries } from '#app/db/schema/index.ts'
import { exactJson } from '#workshop/store/wire/exact-json.server.ts'
import { orderPayload } from '#workshop/store/wire/webhook-payloads.ts'
import type { Bench } from '../bench.ts'
import { openEmbeddedShop, until, type EmbeddedShop } from '../embedded-shop.ts'
import { startLoad } from '../load.ts'
import { lineOf } from '../report-line.ts'
import { readSites, reportRequests, requestText } from '../requests.ts'
import { measure, middleOf, type Measured } from '../rounds.ts'

const siteCount = 50
const webhooksPerSecond = 200
const eventsPerSecond = 500
const wantedP50 = 50
const wantedP99 = 200
/** Long enough for the job that works them off to run several times. */
const roundMillis = 10_000

export const webhooks: Bench = async (tools) => {
  const embedded = await openEmbeddedShop({ sites: siteCount })
  const { shop } = embedded
  const pages = startLoad()
  try {
    const reports = reportRequests(await readSites(shop))
    await embedded.install()
    const rounds: Measured[] = []
    const beside: Measured[] = []
    let sent = 0
    for (let round = 0; round <= tools.rounds; round += 1) {
      const requests = orderWebhooks(embedded, { first: sent, count: webhooksPerRound })
      const [one, other] = await Promise.all([
        measure(tools.load, shop.served(), {
          connections: 32,
          requests,
          perSecond: webhooksPerSecond,
          count: webhooksPerRound,
        }),
        measure(pages, shop.served(), {
          connections: 64,
          requests: reports,
          perSecond: eventsPerSecond,
          millis: roundMillis,
          expected: '"accepted"',
        }),
      ])
      if (one.good !== webhooksPerRound) throw new Error(`${String(one.other)} were refused.`)
      sent += webhooksPerRound
      // The first round is a warm-up.
      if (round === 0) continue
      rounds.push(one)
      beside.push(other)
      tools.printLine(
        `  round ${String(round)}: p50 ${(one.p50 ?? 0).toFixed(1)} ms, p99 ${(one.p99 ?? 0).toFixed(1)} ms, of pages ${(other.p99 ?? 0).toFixed(1)} ms`,
      )
    }

    const { stored, lateSeconds } = await workOff(embedded)
    const [p50, p99] = [middleOf(rounds, (one) => one.p50), middleOf(rounds, (one) => one.p99)]
    const isSoon = (p50 ?? Infinity) <= wantedP50 && (p99 ?? Infinity) <= wantedP99
    return [
      lineOf(
        { bench: 'webhooks', database: 'postgres' },
        {
          ratio: p99,
          goal: `p50 <= ${String(wantedP50)} ms, p99 <= ${String(wantedP99)} ms, each stored once`,
          ok: isSoon && stored === sent,
          product: middleOf(rounds, ({ perSecond }) => perSecond),
          unit: 'webhooks/s',
          rounds: rounds.length,
          p50,
          p99,
          floorP99: middleOf(beside, (one) => one.p99),
          stealPercent: middleOf(rounds, ({ stealPercent }) => stealPercent),
          note: `beside ${String(eventsPerSecond)} events a second, whose p99 is the floor’s; ${String(sent)} sent, ${String(stored)} orders stored, the last ${lateSeconds.toFixed(1)} s after the end`,
        },
      ),
    ]
  } finally {
    pages.stop()
    await embedded.stop()
  }
}

const webhooksPerRound = (webhooksPerSecond * roundMillis) / 1_000

/** Beyond 2^53, and of no order that the shop has. */
const firstOrder = 9_100_000_000_000_000_001n

/** Paid orders as the demo store reports them, signed. Ids of deliveries are filled in. */
function orderWebhooks(
  { demo, apiSecret }: EmbeddedShop,
  { first, count }: { first: number; count: number },
): string[] {
  const { state } = demo
  const [pattern] = state.orders
  if (!pattern) throw new Error('The shop has no order.')
  const createdAt = new Date()
  return Array.from({ length: count }, (_one, nth) => {
    const order = { ...pattern, id: firstOrder + BigInt(first + nth), createdAt }
    // One byte for each character, as the load generator writes them.
    const body = exactJson(orderPayload(state, order)).replaceAll(/[^ -~]/g, '?')
    return requestText(
      'POST /hooks/shopify',
      {
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
        'X-Shopify-Topic': 'orders/paid',
        'X-Shopify-Hmac-Sha256': createHmac('sha256', apiSecret).update(body).digest('base64'),
        'X-Shopify-Shop-Domain': state.domain,
        'X-Shopify-Webhook-Id': '{id}',
        'X-Shopify-Triggered-At': createdAt.toISOString(),
      },
      body,
    )
  })
}

/** Until none waits. */
const workOff = ({ shop }: EmbeddedShop) =>
  shop.withServices(async ({ db: { system } }) => {
    const began = performance.now()
    const waiting = eq(deliveries.state, 'waiting')
    await until(async () => (await system.$count(deliveries, waiting)) === 0, 300_000)
    const lateSeconds = (performance.now() - began) / 1_000
    const sent = and(eq(activities.source, 'integration'), like(activities.externalId, '91%'))
    return { stored: await system.$count(activities, sent), lateSeconds }
  })
