/**
 * A part of the product that could not be loaded: most often a newer build has taken its place. The
 * page is loaded whole then, at most once in ten seconds for the same path. Specification section 8.
 */
import { mayReload } from './reload-guard.ts'

declare global {
  interface Window {
    /** Remix calls it through a line of vite.config.ts. False: the error page shall tell. */
    reloadAfterFailedPart: () => boolean
    /** Remix' own router, which knows where a click was about to lead. */
    __remixRouter?: { state: { navigation: { location?: WantedLocation } } }
  }
}

type WantedLocation = { pathname: string; search: string; hash: string }

export function reloadAfterFailedChunks(page: Window): void {
  page.reloadAfterFailedPart = () => {
    const wanted = page.__remixRouter?.state.navigation.location
    const { pathname, search, hash } = wanted ?? page.location
    if (!mayReload(pathname, { storage: page.sessionStorage, now: Date.now })) return false

    if (wanted) page.location.assign(pathname + search + hash)
    else page.location.reload()
    return true
  }
}
