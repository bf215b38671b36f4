/** What is known of the visitor when the page begins: nothing, unless he turned nudges off here. */
import type { Visitor } from './core.ts'

export const storageKey = 'footfall'
/** What is kept for the tab begins with it once he turned nudges off. */
export const isOffMark = 'off'

export const createVisitor = (): Visitor => ({
  isReturning: null,
  seen: [],
  shown: 0,
  closed: 0,
  isOff: readOff(),
  save: () => {},
})

/** Storage may be denied. */
const readOff = () => {
  try {
    return String(sessionStorage.getItem(storageKey)).startsWith(isOffMark)
  } catch {
    return false
  }
}
