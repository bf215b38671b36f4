/** Tells when another page is shown in the same document. */
import { readPath } from './page.ts'
import { listen, guarded } from './guard.ts'

declare global {
  interface Window {
    /** Of browsers from 2022 on, others from 2026. Missing in lib.dom. */
    navigation?: EventTarget
  }
}

const lookMillis = 1000

/**
 * Calls `work` when the path is another one, and when the browser brings the page back as it was left.
 * Call the answer to look at once. Nothing of the page's history is patched: browsers without the
 * Navigation API are asked once a second.
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
