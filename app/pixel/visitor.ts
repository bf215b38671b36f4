/**
 * Known facts about the visitor at the start: none, unless they turned nudges off in this tab.
 */
import type { Visitor } from './core.ts'
import { attempt } from './guard.ts'

export const storageKey = 'footfall'
/** Key of a sign-up that waits for the page that proves it (forms/kept-signup.ts). */
export const keptSignupKey = 'footfall-form'
/** Prefix of what is stored for the tab after nudges were turned off. */
export const isOffMark = 'off'

export const createVisitor = (): Visitor => ({
  isReturning: null,
  seen: [],
  shown: 0,
  closed: 0,
  isOff: !!recallTab(storageKey)?.startsWith(isOffMark),
  save: () => {},
})

/** Value stored for the tab. Storage may be denied. */
export const recallTab = (name: string): string | null =>
  attempt(() => sessionStorage.getItem(name))
