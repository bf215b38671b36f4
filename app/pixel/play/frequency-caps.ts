/** Frequency caps per visitor. */
import type { SiteOptions } from '#app/contract/site-options.ts'
import type { Visitor } from '../core.ts'
import { isOffMark, storageKey } from '../visitor.ts'

/** More per visit would annoy people. */
const mostShown = 50
/** A visitor who has closed this many doesn't want more. */
const mostClosed = 2

/** How many more nudges can be shown during this visit. */
export const readAllowance = ({ shown, closed }: Pick<Visitor, 'shown' | 'closed'>): number =>
  closed < mostClosed ? Math.max(mostShown - shown, 0) : 0

/** Records a close. Returns how many more can be shown on this page. */
export const noteClosed = (visitor: Visitor, how: SiteOptions['closeNudgeBehaviour']): number => {
  visitor.closed += how === 'visit' ? mostClosed : 1
  visitor.save()

  return how === 'page' ? 0 : readAllowance(visitor)
}

/** Kept for this tab even without consent, because the visitor asked for it. */
export const turnOffNudges = (visitor: Visitor) => {
  visitor.isOff = true
  try {
    sessionStorage.setItem(storageKey, isOffMark)
  } catch {
    // Then it is valid until the next document.
  }
  visitor.save()
}
