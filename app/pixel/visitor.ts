/** What is known of the visitor when the page begins: nothing, unless he turned nudges off here. */
import type { Visitor } from './core.ts'
import { attempt } from './guard.ts'

export const storageKey = 'footfall'
/** What is kept for the tab begins with it once he turned nudges off. */
export const isOffMark = 'off'

export const createVisitor = (): Visitor => ({
  isReturning: null,
  seen: [],
  shown: 0,
  closed: 0,
  isOff: recallTab(storageKey)?.startsWith(isOffMark) ?? false,
  save: () => {},
})

/** What was kept for the tab under that name. Storage may be denied. */
export const recallTab = (name: string): string | null =>
  attempt(() => sessionStorage.getItem(name))
