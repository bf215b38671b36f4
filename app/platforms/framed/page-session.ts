/** The session of the document that is open: its requests, and the ticket in its address. */
import { readParameters } from '#app/browser/kept-parameters.ts'
import { frameParameters } from '#app/platforms/frame-parameters.ts'
import { withFrameParameters } from './frame-address.ts'
import { passName } from './frame-paths.ts'
import { createRenewalTimer } from './renewal-timer.ts'
import { createSessionFetch, type PagePass } from './session-fetch.ts'
import { startTicketNews } from './ticket-news.ts'

export type PageSession = {
  /** The site or store, as its system names it; empty: the address names none. */
  tenant: string
  /** Puts the parameters of the frame into the address, with the ticket that is valid now. */
  writeAddress: () => void
}

/** Takes the pass out of the document, and adds its token to all requests from now on. */
export function startPageSession(page: Window & typeof globalThis): PageSession {
  const given = readParameters(page.location.href, frameParameters.wix)
  const { shell, tenant } = given
  const element = page.document.head.querySelector<HTMLMetaElement>(`meta[name="${passName}"]`)
  const pass = element === null ? null : (JSON.parse(element.content) as PagePass)
  element?.remove()
  // The router reads the address next, and makes links and forms of it. It gets the ticket afterwards.
  hideTicket(page)
  let ticket = pass?.ticket ?? given['ticket'] ?? null

  const writeAddress = () => {
    const { history, location } = page
    const address = withFrameParameters(location.href, {
      ...(shell === null || shell === undefined ? {} : { shell }),
      ...(tenant === null || tenant === undefined ? {} : { tenant }),
      ...(ticket === null ? {} : { ticket }),
    })
    if (address !== location.href) history.replaceState(history.state, '', address)
  }

  const frame = new URLSearchParams()
  if (shell) frame.set('shell', shell)
  if (tenant) frame.set('tenant', tenant)

  const timer = createRenewalTimer({
    renew: () => session.renew(),
    now: Date.now,
    later(go, millis) {
      const id = setTimeout(go, millis)
      return () => {
        clearTimeout(id)
      }
    },
  })
  const session = createSessionFetch({
    fetch: page.fetch.bind(page),
    origin: page.location.origin,
    now: Date.now,
    pass,
    readTicket: () => given['ticket'] ?? null,
    frame: frame.toString(),
    onPass: (renewed) => {
      ticket = renewed.ticket
      writeAddress()
      timer.start(renewed)
    },
  })
  page.fetch = session.fetch
  const news = startTicketNews(
    () => new BroadcastChannel(`frame ${frame.toString()}`),
    () => {
      timer.wake()
    },
  )
  if (pass) {
    news.used()
    timer.start(pass)
  }
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') timer.wake()
  })
  return { tenant: tenant ?? '', writeAddress }
}

function hideTicket({ location, history }: Window): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('ticket')) return
  url.searchParams.delete('ticket')
  history.replaceState(history.state, '', url.href)
}
