/**
 * Handles a script chunk that failed to load, usually because a newer build replaced it. Loads the
 * wanted page, at most once in ten seconds for the same path. Without a connection the page stays.
 */
import { latestBuildAddress } from './build-watch.ts'
import type { LoadPage } from './load-page.ts'

declare global {
  interface Window {
    /**
     * Called by Remix through .config/remix-edits.ts. False: the error page shows instead. Rejects
     * with the network fault when the server can't be reached.
     */
    reloadAfterFailedPart: () => Promise<boolean>
    /** Remix' router, which knows the target of the navigation. */
    __remixRouter?: { state: { navigation: { location?: WantedLocation } } }
  }
}

type WantedLocation = { pathname: string; search: string; hash: string }

export function reloadAfterFailedChunks(page: Window, load: LoadPage): void {
  page.reloadAfterFailedPart = async () => {
    const wanted = page.__remixRouter?.state.navigation.location
    // Any response proves a connection.
    await page.fetch(latestBuildAddress, { cache: 'no-store' })
    return wanted ? load(wanted.pathname + wanted.search + wanted.hash) : load()
  }
}
