/**
 * A page at the top that is open for a store (`visitParameter`). Its links don't name the store, so its address
 * gets the name after each navigation, and its calls have it in a header. The server then never takes them for
 * those of the browser's own login.
 */
import { keepParameters } from '#app/browser/kept-parameters.ts'
import { visitHeader, visitParameter } from '#app/platforms/framed/frame-paths.ts'

/** @returns puts the name into the address; null: the page is open for no store */
export function startVisitPage(page: Window & typeof globalThis): (() => void) | null {
  const visit = new URL(page.location.href).searchParams.get(visitParameter)
  if (!visit) return null
  const send = page.fetch.bind(page)
  page.fetch = (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).origin !== page.location.origin) return send(request)
    request.headers.set(visitHeader, visit)
    return send(request)
  }
  return () => {
    const { history, location } = page
    // Other screens are the login's.
    if (!/^\/billing(?:\/|$)/.test(location.pathname)) return
    const address = keepParameters(location.href, { [visitParameter]: visit })
    if (address !== location.href) history.replaceState(history.state, '', address)
  }
}
