/** CPU time of server and database for a million impressions, each with one read and one event. */
import type { Bench } from '../bench.ts'
import { atMost, lineOf } from '../report-line.ts'
import { payloadRequest, readSites, eventsRequest, type PixelSite } from '../requests.ts'
import { measure, middleOf } from '../rounds.ts'
import { openShop } from '../shop.ts'

const siteCount = 50
const connections = 64
/** In the event mix every second one is an impression. Here all are. */
const impressionAt = 1

export const cost: Bench = async (tools) => {
  const shop = await openShop({ engine: 'postgres', sites: siteCount })
  try {
    const requests = (await readSites(shop)).flatMap(viewOf)
    const wanted = { connections, requests }
    await measure(tools.load, shop.served(), { ...wanted, millis: 1_000 })
    const rounds = []
    for (let round = 0; round < tools.rounds; round += 1) {
      rounds.push(await measure(tools.load, shop.served(), { ...wanted, millis: tools.millis }))
    }

    // An impression takes two requests. Microseconds for one are seconds for a million.
    const seconds = middleOf(rounds, ({ cpuMicros }) => cpuMicros * 2)
    return [
      lineOf(
        { bench: 'cost', database: 'postgres' },
        {
          ratio: seconds,
          ...atMost(seconds, 200),
          product: seconds,
          unit: 'CPU s per million impressions',
          rounds: rounds.length,
          p50: middleOf(rounds, ({ p50 }) => p50),
          p99: middleOf(rounds, ({ p99 }) => p99),
          cpuMicros: middleOf(rounds, ({ cpuMicros }) => cpuMicros),
          databaseMicros: middleOf(rounds, ({ databaseMicros }) => databaseMicros),
          stealPercent: middleOf(rounds, ({ stealPercent }) => stealPercent),
          note: 'server and database; one read and one event each, one event a request',
        },
      ),
    ]
  } finally {
    await shop.stop()
  }
}

const viewOf = (site: PixelSite) => [
  payloadRequest(site.uuid, site.url),
  eventsRequest(site, { at: impressionAt, events: 1 }),
]
