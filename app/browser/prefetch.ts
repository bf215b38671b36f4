/**
 * Loads a screen’s scripts, styles and data when a link to it is pointed at or focused. The click
 * then waits for as little as possible. The data is kept in memory for one navigation within a few
 * seconds, and forgotten with the first change that is sent: answers stay `no-store`, and no screen
 * is older than the change that led to it.
 */
import { matchRoutes } from '@remix-run/react'
import { createLoadedAhead } from './loaded-ahead.ts'

type RouteScripts = { module: string; imports?: string[] | undefined }
/** Exports of a route’s script, as far as they are used here. */
type StyleLinks = () => readonly { rel?: string; href?: string }[]
type RouteModule = { links?: StyleLinks }
type ImportScript = (href: string) => Promise<RouteModule>

const importFile: ImportScript = (href) => import(/* @vite-ignore */ href) as Promise<RouteModule>

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
  /^\/(?:$|(?:popup-nudges|inline-nudges|push-nudges|nudges|goals|statistics|data-feeds|site-settings|settings\/teams|pixel|support)(?:\/|$)|account\/(?:general|devices|notifications|privacy)$)/

export const isLoadedAhead = (pathname: string): boolean => readOnly.test(pathname)

/**
 * @param importScript is replaced in tests, which have no scripts to load
 * @returns a function that ends it
 */
export function prefetchScreens(
  page: PrefetchWindow,
  importScript: ImportScript = importFile,
): () => void {
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
      for (const { module, imports = [] } of scriptsOf(page, matches)) {
        for (const href of [module, ...imports]) preload(document, href)
        void importScript(module)
          .then(({ links }) => {
            loadStyles(page, links?.() ?? [])
          })
          // The click loads what failed here, and shows what went wrong.
          .catch(() => undefined)
      }
      if (matches.length > 0 && isLoadedAhead(pathname) && !isElsewhere) {
        ahead.load(pathname, search)
      }
    }
    // A press opens the link next.
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
const scriptsOf = ({ __remixManifest }: PrefetchWindow, matches: Matches): RouteScripts[] =>
  matches.flatMap(({ route: { id = '' } }) => __remixManifest.routes[id] ?? [])

/**
 * Remix draws no screen before the styles that its script names have arrived, which would be a trip
 * to the server after the click.
 */
function loadStyles({ document, fetch }: PrefetchWindow, links: ReturnType<StyleLinks>) {
  for (const { rel, href = '' } of links) {
    if (rel !== 'stylesheet' || isInUse(document, href)) continue
    // Not by a preload: browsers complain when it isn’t used within seconds.
    void fetch(href).catch(() => null)
  }
}

const isInUse = ({ head }: Document, style: string) =>
  head.querySelector(`link[rel="stylesheet"][href="${CSS.escape(style)}"]`) !== null

function preload(document: Document, href: string): void {
  const selector = `link[rel="modulepreload"][href="${CSS.escape(href)}"]`
  if (document.head.querySelector(selector)) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}
