/** Headless Chromium never hides a tab and rarely prerenders, so these states are simulated. */
import type { Page } from 'playwright/test'

/** An init script that `setTab` needs. */
export const fakeTabState = () => {
  if (location.protocol === 'about:') return
  const isHidden = () => sessionStorage.getItem('tab') === 'hidden'
  Object.defineProperty(document, 'hidden', { get: isHidden })
  Object.defineProperty(document, 'visibilityState', {
    get: () => (isHidden() ? 'hidden' : 'visible'),
  })
}

/** An init script: the tab opens in the background. */
export const openHidden = () => {
  if (!sessionStorage.getItem('tab')) sessionStorage.setItem('tab', 'hidden')
}

export const setTab = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((next) => {
    sessionStorage.setItem('tab', next)
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

/** An init script: the page is prerendered until `activate`. */
export const openAhead = () => {
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
}

export const activate = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'prerendering', { value: false })
    document.dispatchEvent(new Event('prerenderingchange'))
  })
