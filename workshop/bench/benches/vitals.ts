/** Web Vitals of the dashboard in Chromium with an empty cache, on a throttled connection. */
import { chromium, type Browser, type Page } from 'playwright'
import { ensureChromium } from '#workshop/run/chromium.js'
import type { Bench } from '../bench.ts'
import { openBusySite } from '../busy-site.ts'
import { atMost, lineOf, type Line } from '../report-line.ts'
import { median } from '../summary.ts'

/** For screens that are opened directly. */
const wanted = { lcp: 1_500, cls: 0.02, inp: 100 }

/** Lighthouse's desktop settings: 10 Mbit/s and 40 ms round trip. */
export const line = { latency: 40, downloadThroughput: 1_280_000, uploadThroughput: 1_280_000 }

type Screen = {
  path: string
  /** The person's first actions. The screen has to respond to each. */
  act?: (page: Page) => Promise<void>
}

const screens = (nudge: string): Record<string, Screen> => ({
  home: { path: '/', act: followTo('Statistics') },
  list: {
    path: '/popup-nudges/list',
    act: async (page) => {
      for (const place of [0, 1, 2]) await page.locator('input[name=uuid]').nth(place).click()
      await followTo('Goals')(page)
    },
  },
  gallery: { path: '/popup-nudges', act: followTo('Home') },
  editor: {
    path: `/nudges/${nudge}`,
    act: async (page) => {
      await page.getByLabel('Name', { exact: true }).pressSequentially(' in June')
    },
  },
  statistics: { path: '/statistics', act: followTo('Data feeds') },
  feeds: { path: '/data-feeds', act: followTo('Site settings') },
})

const followTo = (name: string) => async (page: Page) => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

export type Noted = { lcp: number; cls: number; inp: number }

export const vitals: Bench = async ({ rounds, printLine }, { events }) => {
  await ensureChromium()
  const { shop, nudge, cookie } = await openBusySite(events / 2, printLine)
  const executable = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({
    ...(executable ? { executablePath: executable } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const lines: Line[] = []
    for (const [name, screen] of Object.entries(screens(nudge))) {
      const one = () => visit(browser, { base: shop.product.baseUrl, cookie, screen })
      // The first one warms up the server.
      await one()
      const visits: Noted[] = []
      while (visits.length < rounds) visits.push(await one())
      const made = linesFor(name, visits)
      printLine(
        `  ${name}: ${made.map(({ product, unit }) => `${String(product)} ${unit}`).join(', ')}`,
      )
      lines.push(...made)
    }
    return lines
  } finally {
    await browser.close()
    await shop.stop()
  }
}

type Visit = { base: string; cookie: string; screen: Screen }

/** With an empty cache. */
async function visit(browser: Browser, { base, cookie, screen }: Visit): Promise<Noted> {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } })
  const cut = cookie.indexOf('=')
  await context.addCookies([
    { name: cookie.slice(0, cut), value: cookie.slice(cut + 1), url: base },
  ])
  const page = await context.newPage()
  try {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line })
    await page.addInitScript(noteVitals)
    await page.goto(`${base}${screen.path}`, { waitUntil: 'networkidle' })
    // Read before the first action, because interactions end the measurement of LCP.
    const { lcp } = await page.evaluate(readVitals)
    await screen.act?.(page)
    const { cls, inp } = await page.evaluate(readVitals)
    return { lcp, cls, inp }
  } finally {
    await context.close()
  }
}

/** An init script. */
export const noteVitals = () => {
  const noted = { lcp: 0, cls: 0, inp: 0 }
  Reflect.set(window, '__vitals', noted)
  const watch = (
    type: string,
    note: (entry: PerformanceEntry) => void,
    more: Partial<PerformanceObserverInit> = {},
  ) => {
    new PerformanceObserver((list) => {
      list.getEntries().forEach(note)
    }).observe({ type, buffered: true, ...more })
  }
  watch('largest-contentful-paint', ({ startTime }) => (noted.lcp = startTime))
  watch('layout-shift', (entry) => {
    if (Reflect.get(entry, 'hadRecentInput') !== true)
      noted.cls += Number(Reflect.get(entry, 'value'))
  })
  const durations = { durationThreshold: 16 } as PerformanceObserverInit
  watch(
    'event',
    (entry) => {
      if (Number(Reflect.get(entry, 'interactionId')) > 0)
        noted.inp = Math.max(noted.inp, entry.duration)
    },
    durations,
  )
}

/** Runs in the page after the last action was painted. */
export const readVitals = () =>
  new Promise<Noted>((resolve) =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        resolve(Reflect.get(window, '__vitals') as Noted)
      }, 100),
    ),
  )

export function linesFor(
  name: string,
  visits: readonly Noted[],
  limits: Readonly<Noted> = wanted,
): Line[] {
  const of = (metric: keyof Noted, unit: string, note: string): Line => {
    const middle = median(visits.map((one) => one[metric]))
    return lineOf(
      { bench: `vitals-${name}-${metric}`, database: 'postgres' },
      {
        ratio: middle,
        ...atMost(middle, limits[metric]),
        product: middle,
        unit,
        rounds: visits.length,
        note,
      },
    )
  }
  return [
    of('lcp', 'ms', 'empty cache, 10 Mbit/s, 40 ms'),
    of('cls', 'layout shift', 'until the screen was used'),
    of('inp', 'ms', 'the slowest press, until it was drawn; 0: none took 16 ms'),
  ]
}
