/**
 * Loads the scripts of a screen when a link to it is pointed at or focused, so that the click waits
 * for its data alone. Data isn't loaded ahead: it has to be as fresh as the click.
 */
import { matchRoutes } from '@remix-run/react'

type RouteScripts = { module: string; imports?: string[] | undefined }

/** The part of a window that is used here. */
export type PrefetchWindow = {
  document: Document
  location: { origin: string; pathname: string }
  __remixRouter: { routes: Parameters<typeof matchRoutes>[0] }
  __remixManifest: { routes: Record<string, RouteScripts | undefined> }
}

/** A pointer on its way elsewhere passes over links without staying. */
const restMillis = 60

/** @returns a function that ends it */
export function prefetchScripts(page: PrefetchWindow): () => void {
  const { document } = page
  let timer: ReturnType<typeof setTimeout> | undefined

  const begin = ({ target, type }: Event) => {
    clearTimeout(timer)
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.origin !== page.location.origin) return
    const { pathname } = link
    if (pathname === page.location.pathname) return
    const load = () => {
      for (const href of scriptsOf(page, pathname)) preload(document, href)
    }
    // A finger that is down opens the link next.
    if (type === 'touchstart') load()
    else timer = setTimeout(load, restMillis)
  }

  const events = ['pointerover', 'focusin', 'touchstart'] as const
  for (const name of events) document.addEventListener(name, begin, { passive: true })
  return () => {
    clearTimeout(timer)
    for (const name of events) document.removeEventListener(name, begin)
  }
}

/** Routes that the page doesn't know yet have none. */
function scriptsOf({ __remixRouter, __remixManifest }: PrefetchWindow, path: string): string[] {
  const matches = matchRoutes(__remixRouter.routes, path) ?? []
  return matches.flatMap(({ route: { id = '' } }) => {
    const scripts = __remixManifest.routes[id]
    return scripts ? [scripts.module, ...(scripts.imports ?? [])] : []
  })
}

function preload(document: Document, href: string): void {
  const selector = `link[rel="modulepreload"][href="${CSS.escape(href)}"]`
  if (document.head.querySelector(selector)) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}
