/** Three times the capacity: how much is stored nevertheless, and how fast the rest is refused. */
import type { Bench } from '../bench.ts'
import { atLeast, lineOf } from '../report-line.ts'
import { residentBytes } from '../machine.ts'
import { readSites, reportRequests } from '../requests.ts'
import { measure, middleOf, newPrefix } from '../rounds.ts'
import { openShop } from '../shop.ts'

const siteCount = 100
/** Large reports fill the queue. With one event each, the connections would be the limit. */
const eventsPerReport = 50
const peakConnections = 16
const connections = 1_500
const overloadMillis = 20_000
const calmWithinMillis = 10_000
const wantedRefusal = 50
/** Growth above the peak's memory that still counts as flat. */
const grownMegabytes = 256

export const overload: Bench = async (tools) => {
  const shop = await openShop({ engine: 'postgres', sites: siteCount })
  try {
    const requests = reportRequests(await readSites(shop), eventsPerReport)
    const wanted = { connections: peakConnections, requests, expected: '"accepted"' }
    const memory = () => residentBytes(shop.product.pid()) / 1024 ** 2
    const play = (millis: number) => measure(tools.load, shop.served(), { ...wanted, millis })

    await play(tools.millis)
    const calm = []
    for (let round = 0; round < tools.rounds; round += 1) calm.push(await play(tools.millis))
    const peak = Math.max(...calm.map(({ perSecond }) => perSecond))
    const usual = middleOf(calm, ({ p99 }) => p99) ?? 0
    const before = memory()
    tools.printLine(
      `  peak ${(peak * eventsPerReport).toFixed(0)} events/s, ${before.toFixed(0)} MB`,
    )

    let most = before
    const watch = setInterval(() => (most = Math.max(most, memory())), 100)
    const flood = await measure(tools.load, shop.served(), {
      ...wanted,
      connections,
      perSecond: peak * 3,
      millis: overloadMillis,
    })
    clearInterval(watch)

    const overAt = performance.now()
    let calmAfter = Infinity
    while (performance.now() - overAt < 3 * calmWithinMillis) {
      const one = await tools.load.run({
        ...wanted,
        port: shop.served().port,
        prefix: newPrefix(),
        first: 0,
        millis: 500,
      })
      if (one.other > 0 || one.p99 === null || one.p99 > Math.max(2 * usual, 100)) continue
      calmAfter = performance.now() - overAt
      break
    }

    const share = flood.perSecond / peak
    const verdict = atLeast(share, 0.8)
    const refused = flood.refusedP99 ?? 0
    const refusals = (flood.statuses['503'] ?? 0) + (flood.statuses['429'] ?? 0)
    return [
      lineOf(
        { bench: 'overload', database: 'postgres' },
        {
          ratio: share,
          goal: `${verdict.goal}, refusals <= ${String(wantedRefusal)} ms, memory flat, normal in 10 s`,
          ok:
            verdict.ok &&
            refused <= wantedRefusal &&
            most - before <= grownMegabytes &&
            calmAfter <= calmWithinMillis,
          product: flood.perSecond * eventsPerReport,
          floor: peak * eventsPerReport,
          unit: 'events/s',
          rounds: calm.length,
          p50: flood.p50,
          p99: flood.p99,
          floorP99: usual,
          cpuMicros: flood.cpuMicros / eventsPerReport,
          floorCpuMicros: middleOf(calm, ({ cpuMicros }) => cpuMicros / eventsPerReport),
          stealPercent: flood.stealPercent,
          note: `${String(refusals)} of ${String(flood.good + flood.other)} reports refused, ${String(flood.cutOff)} connections cut off, p99 of it ${refused.toFixed(0)} ms; ${before.toFixed(0)} to ${most.toFixed(0)} MB; normal after ${(calmAfter / 1_000).toFixed(1)} s`,
        },
      ),
    ]
  } finally {
    await shop.stop()
  }
}
