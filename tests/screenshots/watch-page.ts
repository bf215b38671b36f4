/** When a screen is as its visitor gets it to see. */
import type { Page, Request } from 'playwright'

/** Frames of the browser without a change: what effects and answers lead to is drawn by then. */
const stillFrames = 12

/** A page whose open requests are counted. */
export type WatchedPage = {
  page: Page
  /** Resolves when its scripts run it, nothing is being loaded and nothing moves any more. */
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
 * React keeps its own properties at each element that it has taken over from the server. Where a
 * person is logged in, the shell's last act in coming alive is to ask for the settings.
 */
function isAlive(): boolean {
  const main = document.querySelector('main')
  if (main === null) return false
  const isTaken = Object.keys(main).some((key) => key.startsWith('__reactProps'))
  return isTaken && (document.querySelector('.shell') === null || 'Spark' in window)
}

/** Resolves after as many frames in which nothing changed, with all letters and pictures there. */
async function standStill(frames: number): Promise<void> {
  await document.fonts.ready
  // A picture that is only loaded when it is scrolled to would be a gap.
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
