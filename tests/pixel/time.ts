/** Ways to wait for events in a page, however long the machine takes. */
import type { Page } from 'playwright/test'

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

/** Resolves when the showing script has run. From then on only the clock decides. */
export const showingRuns = async (page: Page, open: () => Promise<void>) => {
  const script = page.waitForResponse(/\/js\/pixel\.(?:showing|plain)\./)
  await open()
  await (await script).finished()
  await digestClock(page)
}
