/** One page visit in Chromium, with the browser's own measurements. */
import type { Browser, CDPSession, Page } from 'playwright'

export type PageSide = 'product' | 'floor'

export type PageVisit = {
  /** CPU time for JavaScript in milliseconds, including compilation. */
  scriptMillis: number
  /** Milliseconds of each task longer than 50 ms. */
  longTasks: number[]
  /** Our longest script within a frame longer than 50 ms; 0 if there was none. */
  pixelMillis: number
  shift: number
}

type Wanted = { page: string; side: PageSide; slowdown: number }

/**
 * Since the page's load event: the nudge has appeared and its impression is reported. On a slowed
 * processor it takes longer, by less than a second, and it leaves after five.
 */
const settleMillis = { quick: 2_500, slow: 3_750 }

/** A visit with an empty cache. @throws Error when the nudge should have been shown and wasn't */
export async function visitPage(browser: Browser, { page: address, side, slowdown }: Wanted) {
  const page = await openPage(browser, side)
  const devtools = await page.context().newCDPSession(page)
  try {
    // CPU time, so other work on the machine doesn't count.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(address, { waitUntil: 'load' })
    await pause(slowdown > 1 ? settleMillis.slow : settleMillis.quick)
    const scriptMillis = await readScriptMillis(devtools)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const shown = await page.locator('footfall-nudge .on').count()
    if (shown !== (side === 'product' ? 1 : 0)) {
      throw new Error(`${String(shown)} nudges stood on the page of the ${side}.`)
    }
    return { scriptMillis, ...(await page.evaluate(readNoted)) } satisfies PageVisit
  } finally {
    await page.context().close()
  }
}

/** The floor is the same page without the installation code. Both go through this proxy. */
export async function openPage(browser: Browser, side: PageSide): Promise<Page> {
  const context = await browser.newContext({
    // Headless Chromium identifies as a bot, and bots see the same page but don't count.
    userAgent: (await agentOf(browser)).replace('Headless', ''),
  })
  const page = await context.newPage()
  await page.addInitScript(noteAll)
  await page.route(/\/demo(\/|$)/, async (route) => {
    if (route.request().resourceType() !== 'document') {
      await route.continue()
      return
    }
    const response = await route.fetch()
    const html = await response.text()
    const body = side === 'floor' ? html.replace(/<script[^>]*data-site[^>]*><\/script>/, '') : html
    await route.fulfill({ response, body })
  })
  return page
}

async function agentOf(browser: Browser): Promise<string> {
  const page = await browser.newPage()
  const agent = await page.evaluate(() => navigator.userAgent)
  await page.close()
  return agent
}

async function readScriptMillis(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return 1_000 * (of('ScriptDuration') + of('V8CompileDuration'))
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** An init script. */
const noteAll = () => {
  const noted = { longTasks: [] as number[], pixelMillis: 0, shift: 0 }
  Reflect.set(window, '__noted', noted)
  const watch = (type: string, note: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => {
      list.getEntries().forEach(note)
    }).observe({ type, buffered: true })
  }
  watch('longtask', ({ duration }) => {
    noted.longTasks.push(duration)
  })
  watch('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput')) noted.shift += Number(Reflect.get(entry, 'value'))
  })
  watch('long-animation-frame', (entry) => {
    const scripts = Reflect.get(entry, 'scripts') as { sourceURL: string; duration: number }[]
    for (const { sourceURL, duration } of scripts) {
      if (sourceURL.includes('/js/pixel.'))
        noted.pixelMillis = Math.max(noted.pixelMillis, duration)
    }
  })
}

/** Runs in the page. */
export const readNoted = () =>
  Reflect.get(window, '__noted') as Pick<PageVisit, 'longTasks' | 'pixelMillis' | 'shift'>
