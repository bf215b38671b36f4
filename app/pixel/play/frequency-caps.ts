/** How much a visitor is asked to bear. */
import type { SiteOptions } from '#app/contract/site-options.ts'
import type { Visitor } from '../core.ts'
import { isOffMark, storageKey } from '../visitor.ts'

/** More in one visit are no news but a nuisance. */
const mostShown = 50
/** Who has closed so many has answered. */
const mostClosed = 2

/** How many nudges may still be shown to him in this visit. */
export const readAllowance = ({ shown, closed }: Pick<Visitor, 'shown' | 'closed'>): number =>
  closed < mostClosed ? Math.max(mostShown - shown, 0) : 0

/** He closed one. The answer is how many may still be shown on this page. */
export const noteClosed = (visitor: Visitor, how: SiteOptions['closeNudgeBehaviour']): number => {
  visitor.closed += how === 'visit' ? mostClosed : 1
  visitor.save()

  return how === 'page' ? 0 : readAllowance(visitor)
}

/** His wish is kept for this tab even where he agreed to nothing: he asked for it. */
export const turnOffNudges = (visitor: Visitor) => {
  visitor.isOff = true
  try {
    sessionStorage.setItem(storageKey, isOffMark)
  } catch {
    // Then it holds until the next document.
  }
  visitor.save()
}
