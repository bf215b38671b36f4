/**
 * Loads a screen’s scripts and data when a link to it is pointed at or focused, so that the click
 * waits for as little as possible. The data is kept in memory for one navigation within a few
 * seconds, and forgotten with the first change that is sent: answers stay `no-store`, and no screen
 * is older than the change that led to it.
 */
import { matchRoutes } from '@remix-run/react'
import { createLoadedAhead } from './loaded-ahead.ts'

type RouteScripts = { module: string; imports?: string[] | undefined }

/** The part of a window that is used here. */
export type PrefetchWindow = {
  document: Document
  location: { origin: string; pathname: string; search: string }
  /** With `connection` where the browser has it. */
  navigator: object
  fetch: typeof fetch
  __remixRouter: { routes: Parameters<typeof matchRoutes>[0] }
  __remixManifest: { routes: Record<string, RouteScripts | undefined> }
}

/** A pointer on its way elsewhere passes over links without staying. */
const restMillis = 65

/**
 * Screens whose loaders only read, and show no secret. A test compares what they leave behind.
 * Logins, setups and whatever is shown once wait for the click.
 */
const readOnly =
  /^\/(?:$|(?:popup-nudges|inline-nudges|nudges|goals|statistics|data-feeds|site-settings|settings\/teams|pixel|support)(?:\/|$)|account\/(?:general|devices|notifications|privacy)$)/

export const isLoadedAhead = (pathname: string): boolean => readOnly.test(pathname)

/** @returns a function that ends it */
export function prefetchScreens(page: PrefetchWindow): () => void {
  const { document } = page
  const ahead = createLoadedAhead(page)
  let timer: ReturnType<typeof setTimeout> | undefined

  const begin = ({ target, type }: Event) => {
    clearTimeout(timer)
    if (savesData(page.navigator)) return
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.origin !== page.location.origin) return
    const { pathname, search } = link
    if (pathname === page.location.pathname && search === page.location.search) return
    const isElsewhere = link.hasAttribute('download') || !['', '_self'].includes(link.target)
    const load = () => {
      const matches = matchRoutes(page.__remixRouter.routes, pathname) ?? []
      for (const href of scriptsOf(page, matches)) preload(document, href)
      if (matches.length > 0 && isLoadedAhead(pathname) && !isElsewhere) {
        ahead.load(pathname, search)
      }
    }
    // What is down opens the link next.
    if (type === 'touchstart' || type === 'pointerdown') load()
    else timer = setTimeout(load, restMillis)
  }

  const events = ['pointerover', 'focusin', 'touchstart', 'pointerdown'] as const
  for (const name of events) document.addEventListener(name, begin, { passive: true })
  return () => {
    clearTimeout(timer)
    ahead.end()
    for (const name of events) document.removeEventListener(name, begin)
  }
}

const savesData = (navigator: { connection?: { saveData?: boolean } }): boolean =>
  navigator.connection?.saveData === true

type Matches = NonNullable<ReturnType<typeof matchRoutes>>

/** Routes that the page doesn't know yet have none. */
const scriptsOf = ({ __remixManifest }: PrefetchWindow, matches: Matches): string[] =>
  matches.flatMap(({ route: { id = '' } }) => {
    const scripts = __remixManifest.routes[id]
    return scripts ? [scripts.module, ...(scripts.imports ?? [])] : []
  })

function preload(document: Document, href: string): void {
  const selector = `link[rel="modulepreload"][href="${CSS.escape(href)}"]`
  if (document.head.querySelector(selector)) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}
