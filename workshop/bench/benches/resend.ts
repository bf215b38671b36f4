/** Sends everything twice: nothing must change, and it must not cost the database much more. */
import type { Bench } from '../bench.ts'
import { atMost, lineOf } from '../report-line.ts'
import { cpuSeconds } from '../machine.ts'
import { readSites, reportRequests } from '../requests.ts'
import { measure, newPrefix } from '../rounds.ts'
import { openShop, type BenchShop } from '../shop.ts'
import { median } from '../summary.ts'

const siteCount = 50
const connections = 64
/** Sent per second of a round: below capacity, so all rounds are alike. */
const perSecond = 3_000

export const resend: Bench = async (tools) => {
  const shop = await openShop({ engine: 'postgres', sites: siteCount })
  try {
    const requests = reportRequests(await readSites(shop))
    const count = Math.round((perSecond * tools.millis) / 1_000)
    const ratios: number[] = []
    const first: number[] = []
    const again: number[] = []
    const steals: number[] = []
    let changed = 0
    for (let round = 0; round <= tools.rounds; round += 1) {
      const job = { connections, requests, prefix: newPrefix(), count }
      const play = async (expected: string) => {
        const before = cpuSeconds(shop.databasePid)
        const played = await measure(tools.load, shop.served(), { ...job, expected })
        if (played.good !== count)
          throw new Error(`${String(played.other)} answers were not ${expected}.`)
        steals.push(played.stealPercent)
        return ((cpuSeconds(shop.databasePid) - before) * 1e6) / count
      }
      const fresh = await play('"accepted"')
      const before = await countAll(shop)
      const repeated = await play('"duplicate"')
      if ((await countAll(shop)) !== before) changed += 1
      // The first round is a warm-up.
      if (round === 0) continue
      ratios.push(repeated / fresh)
      first.push(fresh)
      again.push(repeated)
      tools.printLine(
        `  round ${String(round)}: database ${fresh.toFixed(0)} µs, again ${repeated.toFixed(0)} µs`,
      )
    }

    const ratio = median(ratios)
    const verdict = atMost(ratio, 1.5)
    return [
      lineOf(
        { bench: 'resend', database: 'postgres' },
        {
          ratio,
          goal: `${verdict.goal} and no count changed`,
          ok: verdict.ok && changed === 0,
          product: median(again),
          floor: median(first),
          unit: 'database CPU µs/event',
          rounds: ratios.length,
          cpuMicros: median(again),
          floorCpuMicros: median(first),
          stealPercent: median(steals),
          note: `${String(changed)} rounds changed a count`,
        },
      ),
    ]
  } finally {
    await shop.stop()
  }
}

/** Every number that events change, as one text. */
const countAll = (shop: BenchShop): Promise<string> =>
  shop.withServices(async ({ pool }) => {
    const { rows } = await pool.query<{ counts: string }>(`
      select concat_ws(' ',
        (select count(*) from pixel_events),
        (select count(*) from event_ids),
        (select sum(total) from hourly_events),
        (select sum(total) from hourly_pages),
        (select count(*) from visitors),
        (select sum(visitors) from visitor_days),
        (select sum(visitors + impressions) from meters)) as counts`)
    return rows[0]?.counts ?? ''
  })
