/** How much the pixel lowers Lighthouse's mobile score of the demo shop. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import type { Bench } from '../bench.ts'
import { openDemoShop } from '../demo-shop.ts'
import { atMost, lineOf, skippedLine } from '../report-line.ts'
import { cpuTimes, stealPercent } from '../machine.ts'
import type { PageSide } from '../page-visit.ts'
import { median } from '../summary.ts'

const about = { bench: 'lighthouse', database: 'pglite' }
/** Too heavy for a dependency, so it is kept in npm's cache. */
const lighthouseVersion = 'lighthouse@12.8.2'
/** The minimum that issue 4 asks for. */
const fewestRounds = 9
const mostPointsLost = 1
const fetchMillis = 300_000
const runMillis = 180_000

const run = promisify(execFile)
const npx = (args: string[], timeout: number) =>
  run('npx', ['--yes', lighthouseVersion, ...args], {
    timeout,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH ?? chromium.executablePath() },
  })

export const lighthouse: Bench = async (tools) => {
  const missing = await npx(['--version'], fetchMillis).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  if (missing !== null) {
    return [skippedLine(about, `npx could not fetch ${lighthouseVersion}: ${firstLine(missing)}`)]
  }

  const shop = await openDemoShop()
  try {
    const scores: Record<PageSide, number[]> = { product: [], floor: [] }
    const rounds = Math.max(fewestRounds, tools.rounds)
    const times = cpuTimes()
    tools.printLine('lighthouse: product | without the pixel')
    for (let round = 0; round < rounds; round += 1) {
      // Alternates the first side, so neither is always second.
      const sides: PageSide[] = round % 2 === 0 ? ['product', 'floor'] : ['floor', 'product']
      for (const side of sides) scores[side].push(await readScore(shop.page, side))
      const show = (side: PageSide) => (scores[side].at(-1) ?? 0).toFixed(0)
      tools.printLine(`  round ${String(round + 1)}: ${show('product')} | ${show('floor')}`)
    }

    const [product, floor] = [median(scores.product), median(scores.floor)]
    return [
      lineOf(about, {
        ratio: floor - product,
        ...atMost(floor - product, mostPointsLost),
        product,
        floor,
        unit: 'points',
        rounds,
        stealPercent: stealPercent(times, cpuTimes()),
        note: `${lighthouseVersion}, mobile, performance; the ratio is the points that the pixel costs`,
      }),
    ]
  } finally {
    await shop.stop()
  }
}

type Report = { categories: { performance: { score: number | null } } }

/** 0 to 100. Lighthouse measures mobile by default. */
async function readScore(page: string, side: PageSide): Promise<number> {
  const { stdout } = await npx(
    [
      ...[page, '--quiet', '--output=json', '--only-categories=performance'],
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
      ...(side === 'floor' ? ['--blocked-url-patterns=*/js/pixel.*'] : []),
    ],
    runMillis,
  )
  const { score } = (JSON.parse(stdout) as Report).categories.performance
  if (score === null) throw new Error('Lighthouse gave no score.')
  return score * 100
}

const firstLine = (text: string) => text.split('\n').find((line) => line.trim() !== '') ?? ''
