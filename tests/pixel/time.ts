/** Ways to wait for what happens in a page, whatever time the machine takes for it. */
import type { Page } from 'playwright/test'

/** Stops the page's clock, ahead of the real one: a page hears of it later than we say it. */
export const stopClock = async (page: Page) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
}

/** Has the page send what would wait for company, as if it was about to be left. */
export const sendAll = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new Event('pagehide')))

/**
 * Resolves when the page has taken in the answers and scripts that had come. A clock that is moved
 * before runs out on them: to the page it is as if the server had been silent.
 */
export const digestClock = (page: Page) =>
  page.evaluate(async () => {
    await (await fetch(location.href)).text()
  })

/** Resolves when the script that shows has run: from then on the clock alone decides. */
export const showingRuns = async (page: Page, open: () => Promise<void>) => {
  const script = page.waitForResponse(/\/js\/pixel\.showing\./)
  await open()
  await (await script).finished()
  await digestClock(page)
}
