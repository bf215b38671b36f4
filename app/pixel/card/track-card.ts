/** Reports events of a shown nudge, each type once, and only when the nudge was visible. */
import { guarded } from '../guard.ts'
import type { Showing } from '../renderer.ts'
import type { ReportEvent } from '../track.ts'

type CardEvent = 'impression' | 'hover' | 'click' | 'close'
export type TrackCard = (type: CardEvent) => void

export const trackCard = ({ nudge, item }: Showing, report: ReportEvent): TrackCard => {
  const tracked = new Set<CardEvent>()

  const track: TrackCard = (type) => {
    if (tracked.has(type)) return
    // An interaction proves visibility, and the observer below may be a frame late.
    if (type !== 'impression') track('impression')
    tracked.add(type)
    report({ type, nudge: nudge.id, claim: item.claim }, type === 'click' ? 'now' : undefined)
  }

  return track
}

/**
 * Calls `seen` once half of the element is inside the viewport. Never called for a frame that is
 * out of view, or a layer that a content blocker hides. Returns a function that stops it.
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
