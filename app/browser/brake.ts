/** Prevents loops of pages that load again because of a fault that loading doesn't fix. */

/** A path is loaded again at most once in this time. */
export const brakeMillis = 10_000

/** `reloaded`: the page, in its place. `left`: the whole tab, a shop's admin included. */
export type Cause = 'reloaded' | 'left'

type Notes = {
  /** URL of the page that is open. */
  href: string
  /** Null where the browser stores nothing beyond the document. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  now: () => number
}

/**
 * The URL to load, with a note of when where it is needed. Null when the same path was loaded again
 * less than ten seconds ago.
 *
 * The note is a parameter of the address, of the path in it, because a frame may have no storage, a
 * redirect drops `history.state`, and `window.name` is the admin's. A reload has the note in the
 * storage instead if there is one, so addresses stay as they are.
 *
 * @param wanted a URL, or a path
 */
export function brake(cause: Cause, wanted: string, { href, storage, now }: Notes): string | null {
  const at = now()
  const url = new URL(wanted, href)
  const here = new URL(href)
  const last = here.pathname === url.pathname ? readMoment(here.searchParams.get(cause)) : null
  if (isRecent(last, at) || isRecent(readNote(storage, cause, url.pathname), at)) return null

  url.searchParams.delete(cause)
  const moment = at.toString(36)
  const isStored = writeNote(storage, keyOf(cause, url.pathname), moment)
  if (!isStored || cause === 'left') url.searchParams.set(cause, moment)
  return url.href
}

/** Whether the address says that its page was opened by leaving it less than ten seconds ago. */
export const hasJustLeft = ({ searchParams }: URL, now: number): boolean =>
  isRecent(readMoment(searchParams.get('left' satisfies Cause)), now)

/** A clock that was set back must not lock the path for longer. */
const isRecent = (then: number | null, at: number): boolean =>
  then !== null && Math.abs(at - then) < brakeMillis

/** Anyone may have written it. */
const readMoment = (text: string | null): number | null =>
  text !== null && /^[\da-z]{1,10}$/.test(text) ? parseInt(text, 36) : null

const keyOf = (cause: Cause, path: string) => `${cause}:${path}`

function readNote(storage: Notes['storage'], cause: Cause, path: string): number | null {
  try {
    return readMoment(storage?.getItem(keyOf(cause, path)) ?? null)
  } catch {
    return null
  }
}

/** @returns whether it is stored */
function writeNote(storage: Notes['storage'], key: string, moment: string): boolean {
  try {
    storage?.setItem(key, moment)
    return storage !== null
  } catch {
    return false
  }
}
