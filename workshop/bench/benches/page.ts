/** The pixel's cost for a page: the demo shop's page with and without it. */
import type { Browser } from 'playwright'
import type { Bench } from '../bench.ts'
import { openDemoShop } from '../demo-shop.ts'
import { atMost, lineOf, type Line } from '../report-line.ts'
import { cpuTimes, stealPercent } from '../machine.ts'
import { openPage, readNoted, visitPage, type PageSide, type PageVisit } from '../page-visit.ts'
import type { BenchTools } from '../rounds.ts'
import { median } from '../summary.ts'

const about = (bench: string) => ({ bench, database: 'pglite' })
const phone = 4
/** The limit that issue 4 sets. */
const mostScriptMillis = 30
const mostTaskMillis = 100
const mostRequests = 2
const mostInlineShift = 0.01

type Pairs = { product: PageVisit[]; floor: PageVisit[]; stealPercent: number }

export const page: Bench = async (tools) => {
  const shop = await openDemoShop()
  try {
    tools.printLine('page: product | without the pixel')
    const quick = await visitInTurns(shop.browser, { tools, page: shop.page, slowdown: 1 })
    tools.printLine(`page: the same on a processor ${String(phone)} times slower`)
    const slow = await visitInTurns(shop.browser, { tools, page: shop.page, slowdown: phone })
    const asked = await readRequests(shop.browser, shop.page)
    await shop.addInline()
    const inlineShift = await readInlineShift(shop.browser, shop.page)

    return [
      ...scriptLines(quick, slow),
      ...requestLines(asked),
      shiftLine('page-shift', Math.max(...quick.product.map(({ shift }) => shift)), 0),
      shiftLine('page-shift-inline', inlineShift, mostInlineShift),
    ]
  } finally {
    await shop.stop()
  }
}

async function visitInTurns(
  browser: Browser,
  { tools, page: address, slowdown }: { tools: BenchTools; page: string; slowdown: number },
): Promise<Pairs> {
  const one = (side: PageSide) => visitPage(browser, { page: address, side, slowdown })
  const product: PageVisit[] = []
  const floor: PageVisit[] = []
  for (const side of ['product', 'floor'] as const) await one(side)
  const times = cpuTimes()
  for (let round = 0; round < tools.rounds; round += 1) {
    // Alternates the first side, so neither is always second.
    const sides =
      round % 2 === 0 ? (['product', 'floor'] as const) : (['floor', 'product'] as const)
    for (const side of sides) (side === 'product' ? product : floor).push(await one(side))
    const show = (made?: PageVisit) =>
      `${(made?.scriptMillis ?? 0).toFixed(1)} ms, long tasks ${made?.longTasks.join(' ') || 'none'}`
    tools.printLine(`  round ${String(round + 1)}: ${show(product.at(-1))} | ${show(floor.at(-1))}`)
  }
  return { product, floor, stealPercent: stealPercent(times, cpuTimes()) }
}

function scriptLines(quick: Pairs, slow: Pairs): Line[] {
  const script = ({ scriptMillis }: PageVisit) => scriptMillis
  const count = ({ longTasks }: PageVisit) => longTasks.length
  const longest = ({ longTasks }: PageVisit) => Math.max(0, ...longTasks)
  const more = quick.product.map((one, round) => script(one) - script(quick.floor[round] ?? one))
  const added = median(more)
  const slowestMillis = Math.max(...slow.product.map(({ pixelMillis }) => pixelMillis))

  return [
    lineOf(about('page-script'), {
      ratio: added,
      ...atMost(added, mostScriptMillis),
      ...middlesOf(quick, script),
      unit: 'ms',
      note: 'CPU time of scripts, compiling included, from an empty cache; the ratio is what the pixel adds',
    }),
    lineOf(about('page-tasks'), {
      ratio: middlesOf(quick, count).product,
      ...atMost(middlesOf(quick, count).product, 0),
      ...middlesOf(quick, count),
      unit: 'tasks',
      note: 'tasks of more than 50 ms',
    }),
    lineOf(about('page-tasks-slow'), {
      ratio: middlesOf(slow, longest).product,
      ...atMost(middlesOf(slow, longest).product, mostTaskMillis),
      ...middlesOf(slow, longest),
      unit: 'ms',
      note: `the longest task, processor ${String(phone)} times slower; the longest script of ours in a slow frame took ${slowestMillis.toFixed(0)} ms`,
    }),
  ]
}

const middlesOf = (
  { product, floor, stealPercent: stolen }: Pairs,
  of: (one: PageVisit) => number,
) => ({
  product: median(product.map(of)),
  floor: median(floor.map(of)),
  rounds: product.length,
  stealPercent: stolen,
})

type Asked = { names: string[]; bytes: number; blocking: string[] }

/** Requests until the nudge is shown, and their transfer size. */
async function readRequests(browser: Browser, address: string): Promise<Asked> {
  const made = await openPage(browser, 'product')
  const devtools = await made.context().newCDPSession(made)
  await devtools.send('Network.enable')
  const names = new Map<string, string>()
  let bytes = 0
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname } = new URL(request.url)
    if (/^\/(js\/pixel\.|api\/pixel\/)/.test(pathname)) {
      names.set(requestId, `${request.method} ${nameOf(pathname)}`)
    }
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (names.has(requestId)) bytes += encodedDataLength
  })

  await made.goto(address)
  await made.locator('footfall-nudge .on').waitFor()
  const asked = { names: [...names.values()], bytes }
  const blocking = await made.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/(js\/pixel\.|api\/pixel\/)/.test(name))
      .map((entry) => String(Reflect.get(entry, 'renderBlockingStatus'))),
  )
  await made.context().close()
  return { ...asked, blocking: blocking.filter((status) => status !== 'non-blocking') }
}

const nameOf = (path: string) =>
  path.startsWith('/js/')
    ? (path.split('.')[1] ?? path)
    : path.endsWith('/events')
      ? 'events'
      : 'payload'

function requestLines({ names, bytes, blocking }: Asked): Line[] {
  const beyond = names.filter((name) => !name.endsWith(' library')).length
  return [
    lineOf(about('page-requests'), {
      ratio: beyond,
      ...atMost(beyond, mostRequests),
      ok: beyond <= mostRequests && blocking.length === 0,
      product: names.length,
      floor: 0,
      unit: 'requests',
      rounds: 1,
      note: `${names.join(', ')}; the ratio leaves out the library itself; ${String(blocking.length)} of them block the page`,
    }),
    lineOf(about('page-bytes'), {
      product: bytes,
      floor: 0,
      unit: 'bytes',
      rounds: 1,
      note: 'on the wire until the first nudge, headers included',
    }),
  ]
}

/** In a window so low that the nudge's place is out of view: it may appear at any time there. */
async function readInlineShift(browser: Browser, address: string): Promise<number> {
  const made = await openPage(browser, 'product')
  await made.setViewportSize({ width: 1280, height: 320 })
  await made.goto(address)
  await made.locator('footfall-nudge .on').waitFor()
  await made.locator('h1').click()
  await made.locator('form.row + footfall-inline .card').scrollIntoViewIfNeeded()
  const { shift } = await made.evaluate(readNoted)
  await made.context().close()
  return shift
}

const shiftLine = (bench: string, shift: number, most: number): Line =>
  lineOf(about(bench), {
    ratio: shift,
    ...atMost(shift, most),
    product: shift,
    floor: 0,
    unit: 'layout shift',
    rounds: 1,
  })
