/** Detects navigation within the same document. */
import { readRoute } from './page.ts'
import { listen, guarded } from './guard.ts'

const lookMillis = 1000

/**
 * Calls `work` when the page changes, and when the page is restored from the back/forward cache.
 * Returns a function that checks immediately. Doesn't patch the History API: browsers without the
 * Navigation API are polled once a second.
 */
export const watchPages = (work: () => void) => {
  let route = readRoute()

  const look = guarded(() => {
    const last = route
    route = readRoute()
    if (route !== last) work()
  })

  // Available in some browsers since 2022, in others since 2026.
  const navigation = window.navigation as Navigation | undefined
  if (navigation) navigation.addEventListener('currententrychange', look)
  else setInterval(look, lookMillis)
  listen(window, 'pageshow', ({ persisted }) => {
    if (persisted) work()
  })
  return look
}
