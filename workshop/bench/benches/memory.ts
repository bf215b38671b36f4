/** Memory of the serving process per site. */
import type { Bench } from '../bench.ts'
import { atMost, lineOf } from '../report-line.ts'
import { residentBytes } from '../machine.ts'
import { payloadRequest } from '../requests.ts'
import { measure } from '../rounds.ts'
import { openShop } from '../shop.ts'
import { slopeOf } from '../summary.ts'

const connections = 32
const firstSites = 1_000
const steps = 4
/** Enough reads for the heap to grow to its working size before sites are added. */
const warmReads = 20_000

export const memory: Bench = async (tools, { sites: most }) => {
  const shop = await openShop({ engine: 'postgres', sites: most })
  try {
    const requests = shop.sites.map(({ uuid, url }) => payloadRequest(uuid, url))
    const read = (from: number, to: number, count = to - from) =>
      measure(tools.load, shop.served(), { connections, requests: requests.slice(from, to), count })
    await read(0, firstSites, warmReads)

    const points = [{ x: firstSites, y: await calmBytes(shop.product.pid()) }]
    for (let step = 1; step <= steps; step += 1) {
      const from = points.at(-1)?.x ?? firstSites
      const to = firstSites + Math.round(((most - firstSites) * step) / steps)
      await read(from, to)
      const bytes = await calmBytes(shop.product.pid())
      points.push({ x: to, y: bytes })
      tools.printLine(`  ${String(to)} sites: ${(bytes / 1024 ** 2).toFixed(0)} MB`)
    }

    const slope = slopeOf(points) / 1024
    const megabytes = (points.at(-1)?.y ?? 0) / 1024 ** 2
    return [
      lineOf(
        { bench: 'memory', database: 'postgres' },
        {
          ratio: slope,
          ...atMost(slope, 4),
          product: megabytes,
          floor: (points[0]?.y ?? 0) / 1024 ** 2,
          unit: 'MB',
          rounds: points.length,
          note: `KB per site, from ${String(firstSites)} to ${String(most)} sites; product and floor are the memory at either end`,
        },
      ),
    ]
  } finally {
    await shop.stop()
  }
}

/** The minimum within some seconds, because garbage is collected when V8 has time. */
async function calmBytes(pid: number): Promise<number> {
  let least = Infinity
  for (let look = 0; look < 20; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    least = Math.min(least, residentBytes(pid))
  }
  return least
}
