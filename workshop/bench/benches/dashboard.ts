/** Server time of a busy site's screens, compared with a screen that reads next to nothing. */
import type { Bench } from '../bench.ts'
import { openBusySite } from '../busy-site.ts'
import { lineOf, type Line } from '../report-line.ts'
import { cpuSeconds, cpuTimes, stealPercent } from '../machine.ts'
import { median, pairedRatio, percentile } from '../summary.ts'
import { lastYear, type Year } from './year.ts'

/** As in docs/performance.md. */
const wantedMillis = 50
const wantedRendering = 15

/** For the same person, reading only the session and the person. */
const plainScreen = '/account/general'

/** Requests per round. */
const perRound = 4

type Named = { nudge: string; team: number; year: string }

const screens = ({ nudge, team, year }: Named): Record<string, string> => ({
  home: '/',
  gallery: '/popup-nudges',
  popups: '/popup-nudges/list',
  'popups-last': '/popup-nudges/list?page=26',
  'popups-problem': '/popup-nudges/list?problem=silent',
  inlines: '/inline-nudges',
  library: '/inline-nudges/library',
  editor: `/nudges/${nudge}`,
  goals: '/goals',
  purchases: '/data-feeds',
  products: '/data-feeds/products',
  overview: '/statistics',
  'overview-year': `/statistics?${year}`,
  'overview-filtered': `/statistics?filter=device:mobile&${year}`,
  'by-nudge': '/statistics/nudges',
  'by-nudge-year': `/statistics/nudges?${year}`,
  'by-page': '/statistics/pages',
  'by-page-year': `/statistics/pages?${year}`,
  'by-product': '/statistics/products',
  'not-shown': '/statistics/not-shown',
  effect: '/statistics/effect',
  speed: '/statistics/speed',
  plan: `/settings/teams/${String(team)}/plan`,
  settings: '/site-settings',
})

/** As in the screens' date range. */
const daysOf = ({ from, to }: Year) =>
  `from=${from.toISOString().slice(0, 10)}&to=${to.toISOString().slice(0, 10)}`

type Asked = {
  data: number[]
  plain: number[]
  rendering: number[]
  /** The server's CPU time for the whole page, minus the time for its data. */
  renderingCpu: number
}

export const dashboard: Bench = async ({ rounds, printLine }, { events }) => {
  const { shop, nudge, cookie } = await openBusySite(events / 2, printLine)
  const ask = async (path: string) => {
    const began = performance.now()
    const answer = await fetch(`${shop.product.baseUrl}${path}`, {
      headers: { Cookie: cookie },
      redirect: 'manual',
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path} answered ${String(answer.status)}.`)
    return { millis: performance.now() - began, bytes: text.length }
  }
  try {
    const lines: Line[] = []
    const team = shop.first.team.scope.teamId
    const year = daysOf(lastYear(new Date()))
    for (const [name, path] of Object.entries(screens({ nudge, team, year }))) {
      const times = cpuTimes()
      const cpu = () => cpuSeconds(shop.product.pid())
      const asked = await askInTurns(ask, { path, times: rounds * perRound, cpu })
      const line = lineFor(name, asked, stealPercent(times, cpuTimes()))
      printLine(`  ${name}: ${String(line.product)} ms, ${String(line.note)}`)
      lines.push(line)
    }
    return lines
  } finally {
    await shop.stop()
  }
}

type Ask = (path: string) => Promise<{ millis: number; bytes: number }>

/** First the data, then the whole page: the difference is rendering. */
async function askInTurns(
  ask: Ask,
  { path, times, cpu }: { path: string; times: number; cpu: () => number },
): Promise<Asked> {
  const asked: Asked = { data: [], plain: [], rendering: [], renderingCpu: 0 }
  for (let warmUp = 0; warmUp < 5; warmUp += 1) {
    await ask(dataOf(path))
    await ask(path)
    await ask(dataOf(plainScreen))
  }
  for (let time = 0; time < times; time += 1) {
    const { millis } = await ask(dataOf(path))
    const whole = await ask(path)
    const plain = await ask(dataOf(plainScreen))
    asked.data.push(millis)
    asked.plain.push(plain.millis)
    asked.rendering.push(Math.max(0, whole.millis - millis))
  }
  const spent = async (address: string) => {
    const before = cpu()
    for (let time = 0; time < times; time += 1) await ask(address)
    return (cpu() - before) / times
  }
  asked.renderingCpu = 1_000 * ((await spent(path)) - (await spent(dataOf(path))))
  return asked
}

/** The URL that client-side navigation requests for a screen's data. */
const dataOf = (path: string) => {
  const { pathname, search } = new URL(path, 'http://dashboard')
  return `${pathname === '/' ? '/_root' : pathname}.data${search}`
}

function lineFor(name: string, asked: Asked, stolen: number): Line {
  const { data, plain, rendering, renderingCpu } = asked
  const middle = median(data)
  const rendered = percentile(rendering, 0.95)
  return lineOf(
    { bench: `dashboard-${name}`, database: 'postgres' },
    {
      ratio: pairedRatio(data, plain),
      goal: `<= ${String(wantedMillis)} ms, rendering p95 <= ${String(wantedRendering)} ms`,
      ok: middle <= wantedMillis && rendered <= wantedRendering,
      product: middle,
      floor: median(plain),
      unit: 'ms',
      rounds: data.length,
      p50: middle,
      p99: percentile(data, 0.99),
      floorP99: percentile(plain, 0.99),
      stealPercent: stolen,
      note: `rendering ${median(rendering).toFixed(1)} ms, p95 ${rendered.toFixed(1)}, its CPU time ${renderingCpu.toFixed(1)}`,
    },
  )
}
