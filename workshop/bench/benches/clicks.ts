/**
 * The time from a click on a link until the next screen is drawn, with its data and scripts loaded
 * while the pointer rested on the link, and without. Both in the same round, on a throttled
 * connection.
 */
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { ensureChromium } from '#workshop/run/chromium.js'
import type { Bench } from '../bench.ts'
import { openBusySite } from '../busy-site.ts'
import { lineOf, type Line } from '../report-line.ts'
import { median, pairedRatio, percentile } from '../summary.ts'

/** The longest delay that people perceive as immediate. */
const wantedMillis = 100

/** A home connection far from the server. */
const line = { latency: 60, downloadThroughput: 1_280_000, uploadThroughput: 1_280_000 }

/** How long the pointer is on the link before the click. */
const restMillis = 400

type Step = { name: string; from: string; link: string; title: string }

const steps = (nudge: string, nudgeName: string): Step[] => [
  { name: 'statistics', from: '/', link: '/statistics', title: 'Statistics' },
  { name: 'list', from: '/', link: '/popup-nudges/list', title: 'Popup nudges' },
  { name: 'feeds', from: '/statistics', link: '/data-feeds', title: 'Data feeds' },
  { name: 'settings', from: '/statistics', link: '/site-settings', title: 'Site settings' },
  { name: 'goals', from: '/data-feeds', link: '/goals', title: 'Goals' },
  { name: 'home', from: '/goals', link: '/', title: 'Home' },
  { name: 'studio', from: '/popup-nudges/list', link: `/nudges/${nudge}`, title: nudgeName },
]

type Way = 'ahead' | 'after'
/** In a browser that has seen the screen before, and in one that hasn't. */
type Browsing = 'known' | 'new'

export const clicks: Bench = async ({ rounds, printLine }, { events }) => {
  await ensureChromium()
  const { shop, cookie } = await openBusySite(events / 2, printLine)
  const base = shop.product.baseUrl
  const executable = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({
    ...(executable ? { executablePath: executable } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const first = await findFirstNudge(browser, { base, cookie })
    const lines: Line[] = []
    for (const step of steps(first.uuid, first.name)) {
      const made = await measureStep(browser, { base, cookie, step, rounds })
      for (const { bench, product, floor } of made) {
        printLine(`  ${bench}: ${String(product)} ms, ${String(floor)} ms without`)
      }
      lines.push(...made)
    }
    return lines
  } finally {
    await browser.close()
    await shop.stop()
  }
}

type Measuring = Person & { step: Step; rounds: number }

async function measureStep(browser: Browser, { step, rounds, ...person }: Measuring) {
  const times = { new: emptyPair(), known: emptyPair() }
  // The first round warms up the server.
  for (let round = -1; round < rounds; round += 1) {
    const ways: Way[] = round % 2 === 0 ? ['ahead', 'after'] : ['after', 'ahead']
    for (const way of ways) {
      const millis = await clickTwice(browser, { ...person, step, way })
      if (round < 0) continue
      times.new[way].push(millis.new)
      times.known[way].push(millis.known)
    }
  }
  return (['new', 'known'] as const).map((browsing) =>
    lineFor(step.name, browsing, times[browsing]),
  )
}

/** In a browser without a cache, and again in the same one. */
async function clickTwice(browser: Browser, click: Click & Person) {
  const context = await openContext(browser, click)
  try {
    return { new: await clickOnce(context, click), known: await clickOnce(context, click) }
  } finally {
    await context.close()
  }
}

const emptyPair = (): Record<Way, number[]> => ({ ahead: [], after: [] })

function lineFor(name: string, browsing: Browsing, { ahead, after }: Record<Way, number[]>): Line {
  const product = median(ahead)
  return lineOf(
    { bench: `clicks-${name}-${browsing}`, database: 'postgres' },
    {
      ratio: pairedRatio(ahead, after),
      goal: `<= ${String(wantedMillis)} ms`,
      ok: product <= wantedMillis,
      product,
      floor: median(after),
      unit: 'ms',
      rounds: ahead.length,
      p50: product,
      p99: percentile(ahead, 0.99),
      floorP99: percentile(after, 0.99),
      note: `from the click until the screen is drawn, ${String(line.latency)} ms round trip`,
    },
  )
}

type Person = { base: string; cookie: string }

async function openContext(browser: Browser, { base, cookie }: Person): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } })
  const cut = cookie.indexOf('=')
  await context.addCookies([
    { name: cookie.slice(0, cut), value: cookie.slice(cut + 1), url: base },
  ])
  return context
}

/** The nudge in the list's first row, as the person sees it. */
async function findFirstNudge(browser: Browser, person: Person) {
  const context = await openContext(browser, person)
  try {
    const page = await context.newPage()
    await page.goto(`${person.base}/popup-nudges/list`)
    const link = page.locator('main a[href^="/nudges/"]:not([href*="?"])').first()
    const name = (await link.textContent())?.trim() ?? ''
    const uuid = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
    return { name, uuid }
  } finally {
    await context.close()
  }
}

type Click = { base: string; step: Step; way: Way }

/** Milliseconds. The connection is throttled, the scripts of the first screen are there. */
async function clickOnce(context: BrowserContext, { base, step, way }: Click): Promise<number> {
  const page = await context.newPage()
  try {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line })
    await page.goto(base + step.from, { waitUntil: 'networkidle' })
    const link = page.locator(`a[href="${step.link}"]:visible`).first()
    await link.scrollIntoViewIfNeeded()
    await page.evaluate(noteDrawn, step.title)
    if (way === 'ahead') {
      await link.hover()
      await page.waitForTimeout(restMillis)
      await page.mouse.down()
      await page.mouse.up()
    } else {
      // Without a pointer, so nothing is loaded before.
      await link.evaluate((one: HTMLElement) => {
        one.click()
      })
    }
    return await readDrawn(page)
  } finally {
    await page.close()
  }
}

/** Runs in the page: notes when the click came, and when the screen of that title was drawn. */
const noteDrawn = (title: string) => {
  const drawn = new Promise<number>((resolve) => {
    addEventListener(
      'click',
      () => {
        const began = performance.now()
        const look = () => {
          const heading = document.querySelector('main h1')
          if (heading?.textContent.trim() !== title) return
          watcher.disconnect()
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => {
              resolve(performance.now() - began)
            }
            // After this frame was painted.
            port2.postMessage(null)
          })
        }
        const watcher = new MutationObserver(look)
        watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
      },
      { capture: true, once: true },
    )
  })
  Reflect.set(window, '__drawn', drawn)
}

const readDrawn = (page: Page) =>
  page.evaluate(() => Reflect.get(window, '__drawn') as Promise<number>)
