/** A year of statistics for the screens from the sums, compared with the same from raw events. */
import pg from 'pg'
import { readRanking } from '#app/domain/stats/ranking.server.ts'
import { readSeries } from '#app/domain/stats/series.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { provenSite, provenTeam } from '#app/domain/prove-scope.ts'
import type { Services } from '#app/services.ts'
import type { Bench } from '../bench.ts'
import { atLeast, lineOf, type Line } from '../report-line.ts'
import { cpuTimes, stealPercent } from '../machine.ts'
import { openShop, type BenchShop } from '../shop.ts'
import { median, pairedRatio, percentile } from '../summary.ts'
import { lastYear, makeYear, type Year } from './year.ts'

const siteCount = 1_000
/** Sites to query: the largest, a medium one, the smallest. */
const askedAt = [0, siteCount / 2, siteCount - 1]
const types = ['visit', 'impression', 'click'] as const
const column = (type: (typeof types)[number]) => ({ key: type, dimension: 'page', type }) as const

type Kind = {
  name: string
  wantedMillis: number
  read: (services: Services, site: SiteScope, year: Year) => Promise<unknown>
  raw: string
}

const rawBy = (what: string) => `
  select ${what}, type, sum(amount) from pixel_events
  where site_id = $1 and outcome = 'accepted' and type = any($2)
    and received_at >= $3 and received_at < $4
  group by 1, 2`

const kinds: Kind[] = [
  {
    name: 'statistics-daily',
    wantedMillis: 10,
    read: (services, site, year) => readSeries(services, site, { ...year, step: 'day', types }),
    raw: rawBy("date_trunc('day', received_at, 'UTC')"),
  },
  {
    name: 'statistics-hourly',
    wantedMillis: 50,
    read: (services, site, year) => readSeries(services, site, { ...year, step: 'hour', types }),
    raw: rawBy("date_trunc('hour', received_at, 'UTC')"),
  },
  {
    name: 'statistics-pages',
    wantedMillis: 10,
    read: (services, site, year) =>
      readRanking(services, site, {
        window: year,
        columns: [column('visit'), column('impression'), column('click')],
        limit: 25,
      }),
    raw: rawBy('page'),
  },
]

export const statistics: Bench = async ({ rounds, printLine }, { events }) => {
  const shop = await openShop({ engine: 'postgres', sites: siteCount })
  const raw = new pg.Client({ connectionString: String(shop.databaseUrl) })
  try {
    // Its own jobs would roll up half a year.
    await shop.product.stop()
    const year = lastYear(new Date())
    await makeYear(shop, { year, events, log: printLine })
    await raw.connect()
    await raw.query('set role footfall_system')
    return await shop.withServices(async (services) => {
      await checkSums({ services, raw, shop, year })
      const sites = await sitesAsked(services)
      const lines: Line[] = []
      for (const kind of kinds) {
        lines.push(await time({ kind, services, raw, sites, year, rounds, events }))
        printLine(
          `  ${kind.name}: ${String(lines.at(-1)?.product)} ms, raw ${String(lines.at(-1)?.floor)} ms`,
        )
      }
      return lines
    })
  } finally {
    await raw.end()
    await shop.stop()
  }
}

type Timing = {
  kind: Kind
  services: Services
  raw: pg.Client
  sites: SiteScope[]
  year: Year
  rounds: number
  events: number
}

async function time({ kind, services, raw, sites, year, rounds, events }: Timing): Promise<Line> {
  const largest = sites[0]
  if (!largest) throw new Error('There is no site.')
  const values = [largest.siteId, types, year.from, year.to]
  const ofLargest: number[] = []
  const ofAll: number[] = []
  const ofRaw: number[] = []
  for (const site of sites) await kind.read(services, site, year)
  const times = cpuTimes()
  for (let round = 0; round < rounds; round += 1) {
    for (const site of sites) {
      const millis = await millisOf(() => kind.read(services, site, year))
      ofAll.push(millis)
      if (site === largest) ofLargest.push(millis)
    }
    ofRaw.push(await millisOf(() => raw.query(kind.raw, values)))
  }
  const ratio = pairedRatio(ofRaw, ofLargest)
  const slowest = percentile(ofAll, 0.95)
  const verdict = atLeast(ratio, 100)
  return lineOf(
    { bench: kind.name, database: 'postgres' },
    {
      ratio,
      goal: `${verdict.goal} and p95 <= ${String(kind.wantedMillis)} ms`,
      ok: verdict.ok && slowest <= kind.wantedMillis,
      product: median(ofLargest),
      floor: median(ofRaw),
      unit: 'ms',
      rounds,
      p50: median(ofAll),
      p99: percentile(ofAll, 0.99),
      floorP99: percentile(ofRaw, 0.99),
      stealPercent: stealPercent(times, cpuTimes()),
      note: `12 months, ${String(events / 1e6)} million events, ${String(siteCount)} sites; the ratio is the largest site's raw scan to its sums; p95 ${slowest.toFixed(1)} ms`,
    },
  )
}

async function millisOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

type Check = { services: Services; raw: pg.Client; shop: BenchShop; year: Year }

/** Checks that the sums equal those of the raw events exactly. */
async function checkSums({ services, raw, shop, year }: Check): Promise<void> {
  const { totals } = await readSeries(services, shop.first.scope, { ...year, step: 'day', types })
  const read = types.map((type) => totals[type].reduce((sum, one) => sum + one, 0))
  const { rows } = await raw.query<{ total: string }>(
    `select coalesce(sum(total), 0) as total
     from unnest($2::text[]) with ordinality as asked (type, at)
     left join hourly_events using (type) where site_id = $1 group by at order by at`,
    [shop.first.scope.siteId, types],
  )
  if (String(read) !== String(rows.map(({ total }) => Number(total))))
    throw new Error(`The days hold ${String(read)}, the hours ${JSON.stringify(rows)}.`)
}

/** By size. */
async function sitesAsked({ pool }: Services): Promise<SiteScope[]> {
  const { rows } = await pool.query<{ id: string; team_id: string; uuid: string }>(
    'select id, team_id, uuid from sites order by id',
  )
  return askedAt.flatMap((at) => {
    const row = rows[at]
    if (!row) return []
    const { id, uuid, team_id: teamId } = row
    return [provenSite(provenTeam(Number(teamId)), { id: Number(id), uuid, timeZone: 'UTC' })]
  })
}
