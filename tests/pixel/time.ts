/** Ways to wait for events in a page, however long the machine takes. */
import type { Page } from 'playwright/test'
import type { EdgeSite } from './edge-double.ts'

/**
 * Stops the page's clock, slightly ahead of the real one, because the page receives the call with a
 * delay.
 */
export const stopClock = async (page: Page) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
}

/** Makes the page send its queue, as before navigation. */
export const sendAll = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new Event('pagehide')))

/**
 * Resolves when the page has handled the responses and scripts that have arrived. Advancing the
 * clock before that would look to the page as if the server had been silent.
 */
export const digestClock = (page: Page) =>
  page.evaluate(async () => {
    await (await fetch(location.href)).text()
  })

/** Lets seconds of a page's clock pass one after the other, with what the page does in each. */
export const passSeconds = async (page: Page, seconds: number) => {
  for (let second = 0; second < seconds; second++) {
    await page.clock.runFor(1000)
    await digestClock(page)
  }
}

/** Resolves when the edge has what the page has sent so far. */
export const arrived = ({ page, site }: { page: Page; site: EdgeSite }) =>
  page.evaluate(async (address) => {
    await (await fetch(address)).text()
  }, site.arrivals)

/** Resolves when the showing script has run. From then on only the clock decides. */
export const showingRuns = async (page: Page, open: () => Promise<void>) => {
  const script = page.waitForResponse(/\/js\/pixel\.(?:showing(?:-more)?|plain)\./)
  await open()
  await (await script).finished()
  await digestClock(page)
}
