/**
 * Takes images of every screen, in three states and at four widths, with the built
 * product on a new folder. Ends without supervision: screens that take too long are reported and
 * skipped.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser, type BrowserContext } from 'playwright'
import { readConfig } from '#app/config.server.ts'
import { openDatabase } from '#app/db/open.server.ts'
import { createLog } from '#app/lib/log.server.ts'
import type { Services } from '#app/services.ts'
import { composeServices } from '#app/server/compose.server.ts'
import { findLayoutFaults } from '#tests/e2e/layout-faults.ts'
import { startProductServer, type ProductServer } from '#tests/support/product-server.ts'
import { drawIndex, type Picture } from './index-page.ts'
import { watchPage, type WatchedPage } from './watch-page.ts'
import {
  fileNameOf,
  listScreens,
  pathOf,
  screenVisitors,
  type CapturedScreen,
  type ScreenVisitor,
  type SeededNames,
} from './screens.ts'
import { seed, seedStates, type SeedState } from './seed.ts'
import { seedKiosk } from './seed-kiosk.ts'

const widths = [1280, 768, 375, 320] as const
const screenMillis = 20_000
const allMillis = 12 * 60_000
const leastHeight = 800
/** Longer pages are cropped. */
const mostHeight = 6_000

/**
 * @param wanted names of states, and beginnings of the screens' URLs; none for all
 * @returns the exit code: 1 when a screen failed
 */
export async function main(folder: string, wanted: readonly string[]): Promise<number> {
  const beginnings = wanted.filter((one) => one.startsWith('/'))
  const isAllStates = beginnings.length === wanted.length
  const chosen = seedStates.filter((state) => isAllStates || wanted.includes(state))
  const screens = listScreens().filter(
    ({ address }) =>
      beginnings.length === 0 || beginnings.some((beginning) => beginsWith(address, beginning)),
  )
  for (const state of chosen) rmSync(path.join(folder, state), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const product = await startProductServer({ environment: { LOG_LEVEL: 'error' } })
  const executable = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({
    ...(executable ? { executablePath: executable } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const watch = setTimeout(() => void browser.close(), allMillis)
  try {
    const pictures: Picture[] = []
    const visit = async (state: SeedState, cookie: string | null, given: Given) => {
      const context = await contextOf(browser, product, cookie)
      const work = { context, baseUrl: product.baseUrl, folder: path.join(folder, state) }
      const taken = await takeAll(work, given.screens, given.names)
      pictures.push(...taken.map((picture) => ({ ...picture, state })))
      await context.close()
    }
    const screensOf = (as: ScreenVisitor) => screens.filter((screen) => screen.as === as)

    // First, as the kiosk shows the merchants of all states.
    const ofStaff = screensOf('staff')
    for (const state of ofStaff.length === 0 ? [] : chosen) {
      const { staff, names } = await beside(product, (services) => seedKiosk(services, state))
      await visit(state, staff, { screens: ofStaff, names })
    }
    if (ofStaff.length < screens.length) {
      const seeded = await beside(product, seed)
      const visits = chosen.flatMap((state) => merchants.map((as) => ({ state, as })))
      for (const { state, as } of visits) {
        const one = seeded[state]
        const names = as === 'starter' ? { ...one.names, ...one.started } : one.names
        await visit(state, as === 'guest' ? null : one[as], { screens: screensOf(as), names })
      }
    }
    writeFileSync(path.join(folder, 'index.html'), drawIndex(pictures))
    return report(pictures)
  } finally {
    clearTimeout(watch)
    await browser.close()
    await product.remove()
  }
}

/** Home must match exactly, as every URL begins like it. */
const beginsWith = (address: string, beginning: string) =>
  beginning === '/' ? address === '/' : address.startsWith(beginning)

type Given = { screens: readonly CapturedScreen[]; names: SeededNames }

const merchants = screenVisitors.filter((as) => as !== 'staff')

/** On the database of the running product. */
async function beside<T>(
  product: ProductServer,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const config = readConfig({ APP_ENV: 'local', DATA_DIR: product.dataDir, DATABASE_URL: '' })
  const database = await openDatabase({
    url: undefined,
    dataDir: product.dataDir,
    address: product.baseUrl,
    joinRunning: true,
  })
  try {
    return await work(composeServices(database, config, { log: createLog('error') }).services)
  } finally {
    await database.close()
  }
}

async function contextOf(browser: Browser, product: ProductServer, cookie: string | null) {
  const context = await browser.newContext({ reducedMotion: 'reduce', deviceScaleFactor: 1 })
  if (cookie !== null) {
    const [name = '', ...value] = cookie.split('=')
    await context.addCookies([{ name, value: value.join('='), url: product.baseUrl }])
  }
  return context
}

type Work = { context: BrowserContext; baseUrl: string; folder: string }
type Taken = Omit<Picture, 'state'>

async function takeAll(
  work: Work,
  screens: readonly CapturedScreen[],
  names: SeededNames,
): Promise<Taken[]> {
  const watched = watchPage(await work.context.newPage())
  const { page } = watched
  const taken: Taken[] = []
  for (const screen of screens) {
    const { address, opens } = screen
    const asked = pathOf(address, names)
    if (asked === null) continue
    const file = fileNameOf(screen)
    try {
      await page.setViewportSize({ width: widths[0], height: leastHeight })
      await page.goto(work.baseUrl + asked, { waitUntil: 'load', timeout: screenMillis })
      if (opens !== undefined) await open(watched, opens)
      for (const width of widths) {
        const image = path.join(work.folder, `${file}-${String(width)}.png`)
        await showWhole(watched, width)
        await page.screenshot({ path: image, animations: 'disabled', timeout: screenMillis })
        const overrun = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        const fault = faultOf(overrun, await page.evaluate(findLayoutFaults))
        taken.push({ address, width, file: path.basename(image), fault })
      }
    } catch (error) {
      const fault = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
      taken.push({ address, width: widths[0], file: null, fault })
    }
  }
  return taken
}

async function open({ page, waitUntilQuiet }: WatchedPage, name: string): Promise<void> {
  await waitUntilQuiet(screenMillis)
  await page
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click()
}

/** In a window as high as the page, so fixed elements don't cover the rest. */
async function showWhole({ page, waitUntilQuiet }: WatchedPage, width: number): Promise<void> {
  await page.setViewportSize({ width, height: leastHeight })
  await waitUntilQuiet(screenMillis)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(height, mostHeight) })
  await waitUntilQuiet(screenMillis)
}

function faultOf(overrun: number, layoutFaults: readonly string[]): string | null {
  const edge = overrun > 0 ? [`runs ${String(overrun)} pixels over its edge`] : []
  const faults = [...edge, ...layoutFaults]
  return faults.length === 0 ? null : faults.join('; ')
}

function report(pictures: readonly Picture[]): number {
  const faults = pictures.filter(({ fault }) => fault !== null)
  for (const { state, address, width, fault } of faults) {
    process.stderr.write(`${state} ${address} at ${String(width)}: ${String(fault)}\n`)
  }
  process.stdout.write(`${String(pictures.length - faults.length)} pictures without a fault\n`)
  return faults.length > 0 ? 1 : 0
}
