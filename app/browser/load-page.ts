/** Loads pages of ours as the browser does, without the router. Never in a loop (brake.ts). */
import { brake } from './brake.ts'
import { keepParameters, readParameters } from './kept-parameters.ts'
import { tabStorage } from './kept-storage.ts'

/** @returns whether it loads */
export type LoadPage = (path?: string) => boolean

/**
 * Loads the page again, or the page at the path in its place.
 *
 * @param kept names of the parameters that addresses in this frame keep
 */
export function loadPage(page: Window, kept: readonly string[], path?: string): boolean {
  const { location } = page
  const { href } = location
  const wanted = new URL(path ?? href, href).href
  const address = brake('reloaded', keepParameters(wanted, readParameters(href, kept)), {
    href,
    storage: tabStorage(page),
    now: Date.now,
  })
  if (address === null) return false
  if (address === href) location.reload()
  else if (path === undefined) location.replace(address)
  else location.assign(address)
  return true
}
