/** Detects navigation within the same document. */
import { readPath } from './page.ts'
import { listen, guarded } from './guard.ts'

declare global {
  interface Window {
    /** Available in some browsers since 2022, in others since 2026. Missing in lib.dom. */
    navigation?: EventTarget
  }
}

const lookMillis = 1000

/**
 * Calls `work` when the path changes, and when the page is restored from the back/forward cache.
 * Returns a function that checks immediately. Doesn't patch the History API: browsers without the
 * Navigation API are polled once a second.
 */
export const watchPages = (work: () => void) => {
  let path = readPath()

  const look = guarded(() => {
    if (readPath() === path) return
    path = readPath()
    work()
  })

  if (window.navigation) window.navigation.addEventListener('currententrychange', look)
  else setInterval(look, lookMillis)
  listen(window, 'pageshow', ({ persisted }) => {
    if (persisted) work()
  })
  return look
}
