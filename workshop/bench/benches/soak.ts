/** Half an hour of steady load on the embedded database: what grows, and how long anyone waits. */
import type { Bench } from '../bench.ts'
import { atMost, lineOf } from '../report-line.ts'
import { cpuTimes, residentBytes, stealPercent } from '../machine.ts'
import { payloadRequest, readSites, reportRequests } from '../requests.ts'
import { newPrefix } from '../rounds.ts'
import { openShop } from '../shop.ts'
import { median, percentile } from '../summary.ts'

const siteCount = 50
const connections = 64
const eventsPerSecond = 500
const lookMillis = 5_000
/** By then caches and the heap have reached their size. */
const settledShare = 0.2
const mostMegabytes = 1_200
const mostLagMillis = 20

type Look = { megabytes: number; handles: number; lagMillis: number; pageMillis: number }

export const soak: Bench = async (tools, { soakMinutes }) => {
  const shop = await openShop({ engine: 'pglite', sites: siteCount })
  try {
    const sites = await readSites(shop)
    const events = reportRequests(sites)
    const requests = events.flatMap((event, at) => {
      const site = sites[at % sites.length]
      return site ? [event, payloadRequest(site.uuid, site.url)] : [event]
    })
    const millis = soakMinutes * 60_000
    const times = cpuTimes()
    const working = tools.load.run({
      port: shop.served().port,
      connections,
      requests,
      prefix: newPrefix(),
      first: 0,
      millis,
      perSecond: 2 * eventsPerSecond,
    })

    const looks: Look[] = []
    const began = performance.now()
    while (performance.now() - began < millis - lookMillis) {
      await new Promise((resolve) => setTimeout(resolve, lookMillis))
      looks.push(await look(shop.product.baseUrl, shop))
      const latest = looks.at(-1)
      if (looks.length % 12 === 0 && latest) tools.printLine(`  ${JSON.stringify(latest)}`)
    }
    const worked = await working
    if (worked.odd !== '') throw new Error(`An unexpected answer: ${worked.odd}`)

    const settled = looks.slice(Math.floor(looks.length * settledShare))
    const tenth = Math.max(1, Math.floor(settled.length / 10))
    const of = (part: Look[], name: keyof Look) => median(part.map((one) => one[name]))
    const [early, late] = [settled.slice(0, tenth), settled.slice(-tenth)]
    const grown = 100 * (of(late, 'megabytes') / of(early, 'megabytes') - 1)
    const most = Math.max(...looks.map(({ megabytes }) => megabytes))
    const lag = median(settled.map(({ lagMillis }) => lagMillis))
    const handles = of(late, 'handles') - of(early, 'handles')
    const verdict = atMost(grown, 10)
    return [
      lineOf(
        { bench: 'soak', database: 'pglite' },
        {
          ratio: grown,
          goal: `${verdict.goal} %, <= 1.2 GB, handles flat, loop p99 <= ${String(mostLagMillis)} ms`,
          ok: verdict.ok && most <= mostMegabytes && handles <= 5 && lag <= mostLagMillis,
          product: of(late, 'megabytes'),
          floor: of(early, 'megabytes'),
          unit: 'MB',
          rounds: looks.length,
          p50: worked.p50,
          p99: worked.p99,
          stealPercent: stealPercent(times, cpuTimes()),
          note: `${String(soakMinutes)} min, ${(worked.good / 2 / worked.seconds).toFixed(0)} events/s and as many reads, ${String(worked.other)} refused; at most ${most.toFixed(0)} MB; handles ${handles >= 0 ? '+' : ''}${String(handles)}; loop p99 ${lag.toFixed(1)} ms, at worst ${percentile(
            settled.map(({ lagMillis }) => lagMillis),
            1,
          ).toFixed(1)}; a page in ${of(settled, 'pageMillis').toFixed(0)} ms`,
        },
      ),
    ]
  } finally {
    await shop.stop()
  }
}

/** The product's metrics since the last time, with pages of the dashboard rendered. */
async function look(
  baseUrl: string,
  { product, first }: { product: { pid: () => number }; first: { owner: { cookie: string } } },
): Promise<Look> {
  const began = performance.now()
  const page = await fetch(baseUrl, { headers: { Cookie: first.owner.cookie } })
  await page.text()
  const pageMillis = performance.now() - began
  if (!page.ok) throw new Error(`The dashboard answered ${String(page.status)}.`)

  const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
  const read = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN)
  return {
    megabytes: residentBytes(product.pid()) / 1024 ** 2,
    handles: read('nodejs_active_handles_total'),
    lagMillis: read('nodejs_eventloop_lag_p99_seconds') * 1_000,
    pageMillis,
  }
}
