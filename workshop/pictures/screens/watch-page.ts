/** When a screen has reached its final state. */
import type { Page, Request } from 'playwright'

/**
 * Number of browser frames without a change, after which effects and responses have been rendered.
 */
const stillFrames = 12

/** A page whose open requests are counted. */
export type WatchedPage = {
  page: Page
  /** Resolves when it is hydrated, nothing is loading and nothing moves any more. */
  waitUntilQuiet: (millis: number) => Promise<void>
}

export function watchPage(page: Page): WatchedPage {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))

  return {
    page,
    async waitUntilQuiet(millis) {
      const endsAt = Date.now() + millis
      await page.waitForFunction(isAlive, undefined, { timeout: millis })
      do {
        await page.evaluate(standStill, stillFrames)
        if (Date.now() > endsAt) throw new Error('It did not come to rest.')
      } while (open.size > 0)
    },
  }
}

/**
 * React stores properties on every element that it has hydrated. For logged-in people, the shell's
 * last step of hydration is to load the settings.
 */
function isAlive(): boolean {
  const main = document.querySelector('main')
  if (main === null) return false
  const isTaken = Object.keys(main).some((key) => key.startsWith('__reactProps'))
  return isTaken && (document.querySelector('.shell') === null || 'Spark' in window)
}

/** Resolves after this many frames without a change, with all fonts and images loaded. */
async function standStill(frames: number): Promise<void> {
  await document.fonts.ready
  // Lazy images below the fold would be missing.
  for (const image of document.images) image.loading = 'eager'
  let still = 0
  const observer = new MutationObserver(() => (still = 0))
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
  while (still < frames) {
    await new Promise(requestAnimationFrame)
    const isLoading = [...document.images].some(({ complete }) => !complete)
    still = isLoading ? 0 : still + 1
  }
  observer.disconnect()
}
