/** Reports how visitors use a shown nudge: each type of event once, and only if it was visible. */
import { guarded, listen } from '../guard.ts'
import type { Showing } from '../renderer.ts'

export type CardEvent = 'impression' | 'hover' | 'click' | 'close'
type TrackCard = (type: CardEvent) => void

/** `tracked` is what has been reported. */
export const trackCard = ({ nudge, item, report }: Showing, tracked: Set<CardEvent>): TrackCard => {
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
const watchVisible = (element: Element, seen: () => void) => {
  const observer = new IntersectionObserver(
    guarded((entries: IntersectionObserverEntry[]) => {
      if (entries.some(({ intersectionRatio }) => intersectionRatio >= 0.5)) seen()
    }),
    { threshold: 0.5 },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/**
 * Tracks the visitor's interactions with the card. `escape` is called when Escape is pressed on the
 * page. Returns a function that stops it.
 */
export const watchUse = (card: HTMLElement, track: TrackCard, escape: () => void) => {
  const press = ({ target, button }: MouseEvent) => {
    // The right button opens a menu, the middle one the link in a new tab.
    if (
      button < 2 &&
      target instanceof Element &&
      !target.closest('button:not(.copy),.panel,.brand')
    ) {
      track('click')
    }
  }

  const stops = [
    watchVisible(card, () => track('impression')),
    listen(card, 'pointermove', ({ pointerType }) => {
      if (pointerType !== 'touch') track('hover')
    }),
    listen(card, 'click', press),
    listen(card, 'auxclick', press),
    listen(document, 'keydown', ({ key }) => {
      if (key === 'Escape') escape()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
