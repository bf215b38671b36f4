/** Reports what happened to one shown nudge, each kind once, and nothing that nobody could see. */
import { guarded } from '../guard.ts'
import type { Showing } from '../renderer.ts'
import type { ReportEvent } from '../track.ts'

type CardEvent = 'impression' | 'hover' | 'click' | 'close'
export type TrackCard = (type: CardEvent) => void

export const createCardTracker = ({ nudge, item }: Showing, report: ReportEvent): TrackCard => {
  const tracked = new Set<CardEvent>()

  const track: TrackCard = (type) => {
    if (tracked.has(type)) return
    // Nobody points at what cannot be seen, and the observer below may be a frame late.
    if (type !== 'impression') track('impression')
    tracked.add(type)
    report({ type, nudge: nudge.id, claim: item.claim }, type === 'click' ? 'now' : undefined)
  }

  return track
}

/**
 * Calls `seen` once half of the element stands inside of the window. A frame scrolled out of sight
 * or a layer hidden by a content blocker never gets there. Call the answer to stop.
 */
export const watchVisible = (element: Element, seen: () => void) => {
  const observer = new IntersectionObserver(
    guarded((entries: IntersectionObserverEntry[]) => {
      if (entries.some(({ intersectionRatio }) => intersectionRatio >= 0.5)) seen()
    }),
    { threshold: 0.5 },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
