/**
 * Deliveries of connected shops: how many are answered after their commit, and what the reports of
 * pages notice of them.
 */
import { eq } from 'drizzle-orm'
import { activities, deliveries } from '#app/db/schema/index.ts'
import type { Credentials } from '#app/domain/connections/credentials.server.ts'
import type { Bench } from '../bench.ts'
import { addConnections, keySettings, orderDelivery, orderOf } from '../connected-sites.ts'
import { until } from '../embedded-shop.ts'
import { startFloor } from '../floor.ts'
import { startLoad } from '../load.ts'
import { atLeast, lineOf, type Line } from '../report-line.ts'
import { readSites, reportRequests } from '../requests.ts'
import { measure, middleOf, type BenchTools, type Measured } from '../rounds.ts'
import { openShop, type BenchShop } from '../shop.ts'
import { pairedRatio } from '../summary.ts'

const siteCount = 50
const perRound = 6_000
const floorMillis = 1_000
const wantedPerSecond = 1_500
const wantedP99 = 100

const eventsPerSecond = 500
const besideMillis = 4_000
const wantedShare = 0.9

export const connectionsBench: Bench = async (tools) => {
  const shop = await openShop({ engine: 'postgres', sites: siteCount })
  try {
    const made = await shop.withServices((services) =>
      addConnections(services, { settings: keySettings, pullDueAt: null, count: siteCount }),
    )
    const reports = reportRequests(await readSites(shop))
    const work: Work = { tools, shop, reports, orders: createOrders(made) }
    return [await answered(work), await beside(work)]
  } finally {
    await shop.stop()
  }
}

type Work = { tools: BenchTools; shop: BenchShop; reports: string[]; orders: Orders }

async function answered({ tools, shop, reports, orders }: Work): Promise<Line> {
  const floor = await startFloor({ kind: 'json' })
  const rounds: Measured[] = []
  const floors: Measured[] = []
  try {
    // The first round is a warm-up.
    for (let round = 0; round <= tools.rounds; round += 1) {
      const one = await measure(tools.load, shop.served(), {
        connections: 64,
        requests: orders.next(perRound),
        count: perRound,
      })
      if (one.good !== perRound) throw new Error(`${String(one.other)} were refused: ${one.odd}`)
      const other = await measure(tools.load, floor, {
        connections: 64,
        requests: reports,
        millis: floorMillis,
      })
      if (round === 0) continue
      rounds.push(one)
      floors.push(other)
      tools.printLine(
        `  ${one.perSecond.toFixed(0)} a second, p99 ${(one.p99 ?? 0).toFixed(1)} ms, ${one.cpuMicros.toFixed(0)} µs | ${other.perSecond.toFixed(0)}`,
      )
    }
  } finally {
    floor.stop()
  }
  const { stored, lateSeconds } = await workOff(shop)
  const sent = orders.sent()
  const [perSecond, p99] = [
    middleOf(rounds, (one) => one.perSecond),
    middleOf(rounds, (one) => one.p99),
  ]
  return lineOf(
    { bench: 'connections', database: 'postgres' },
    {
      ratio: perSecond,
      goal: `>= ${String(wantedPerSecond)} a second, p99 <= ${String(wantedP99)} ms, each stored once`,
      ok: (perSecond ?? 0) >= wantedPerSecond && (p99 ?? Infinity) <= wantedP99 && stored === sent,
      product: perSecond,
      floor: middleOf(floors, (one) => one.perSecond),
      unit: 'deliveries/s',
      rounds: rounds.length,
      p50: middleOf(rounds, ({ p50 }) => p50),
      p99,
      floorP99: middleOf(floors, (one) => one.p99),
      cpuMicros: middleOf(rounds, ({ cpuMicros }) => cpuMicros),
      floorCpuMicros: middleOf(floors, ({ cpuMicros }) => cpuMicros),
      databaseMicros: middleOf(rounds, ({ databaseMicros }) => databaseMicros),
      stealPercent: middleOf(rounds, ({ stealPercent }) => stealPercent),
      note: `64 connections; ${String(sent)} sent, ${String(stored)} orders stored ${lateSeconds.toFixed(0)} s after the last answer`,
    },
  )
}

/**
 * Reports of pages at a steady rate: first without deliveries, then next to deliveries as fast as
 * they are answered.
 */
async function beside({ tools, shop, reports, orders }: Work): Promise<Line> {
  const pages = startLoad()
  const ofPages = () =>
    measure(pages, shop.served(), {
      connections: 64,
      requests: reports,
      perSecond: eventsPerSecond,
      millis: besideMillis,
      expected: '"accepted"',
    })
  const rounds: Measured[] = []
  const alone: Measured[] = []
  const delivered: Measured[] = []
  try {
    for (let round = 0; round < tools.rounds; round += 1) {
      await workOff(shop)
      alone.push(await ofPages())
      const [one, other] = await Promise.all([
        ofPages(),
        measure(tools.load, shop.served(), {
          connections: 64,
          requests: orders.next(perRound),
          millis: besideMillis,
        }),
      ])
      rounds.push(one)
      delivered.push(other)
      tools.printLine(
        `  pages ${one.perSecond.toFixed(0)} a second, p99 ${(one.p99 ?? 0).toFixed(1)} ms, beside ${other.perSecond.toFixed(0)} deliveries; alone ${(alone.at(-1)?.p99 ?? 0).toFixed(1)} ms`,
      )
    }
  } finally {
    pages.stop()
  }
  const speed = ({ perSecond }: Measured) => perSecond
  const ratio = pairedRatio(rounds.map(speed), alone.map(speed))
  return lineOf(
    { bench: 'connections-beside', database: 'postgres' },
    {
      ratio,
      ...atLeast(ratio, wantedShare),
      product: middleOf(rounds, speed),
      floor: middleOf(alone, speed),
      unit: 'events/s',
      rounds: rounds.length,
      p50: middleOf(rounds, ({ p50 }) => p50),
      p99: middleOf(rounds, ({ p99 }) => p99),
      floorP99: middleOf(alone, ({ p99 }) => p99),
      stealPercent: middleOf(rounds, ({ stealPercent }) => stealPercent),
      note: `${String(eventsPerSecond)} events a second of pages, beside ${(middleOf(delivered, speed) ?? 0).toFixed(0)} deliveries a second; the floor is the same without deliveries`,
    },
  )
}

/** Until none waits. */
const workOff = (shop: BenchShop): Promise<{ stored: number; lateSeconds: number }> =>
  shop.withServices(async ({ db: { system } }) => {
    const began = performance.now()
    await until(
      async () => (await system.$count(deliveries, eq(deliveries.state, 'waiting'))) === 0,
      600_000,
    )
    const lateSeconds = (performance.now() - began) / 1_000
    return {
      stored: await system.$count(activities, eq(activities.source, 'integration')),
      lateSeconds,
    }
  })

/** Signed orders of the connected shops in turn, none of them twice. */
type Orders = { next: (count: number) => string[]; sent: () => number }

function createOrders(made: readonly Credentials[]): Orders {
  let sent = 0
  return {
    next(count) {
      const first = sent
      sent += count
      const at = new Date()
      return Array.from({ length: count }, (_one, nth) => {
        const shop = made[nth % made.length]
        if (!shop) throw new Error('No shop is connected.')
        return orderDelivery(shop, 'order.created', orderOf(first + nth, at))
      })
    },
    sent: () => sent,
  }
}
