/** Reports how visitors use a shown nudge: each type of event once, and only if it was visible. */
import { guarded, listen } from '../guard.ts'
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
 * Tracks the visitor's interactions with the card. `point` is called when the pointer enters or
 * leaves it. Returns a function that stops it.
 */
export const watchUse = (card: HTMLElement, track: TrackCard, point?: (isOn: boolean) => void) => {
  const move = (event: PointerEvent) => {
    // If a card appears under a resting pointer, browsers fire an enter event but no move event.
    const isOn = event.type === 'pointermove'
    // A tap never leaves, and leaving a child of the card doesn't count.
    if (event.pointerType === 'touch' || (!isOn && event.target !== card)) return
    if (isOn) track('hover')
    point?.(isOn)
  }

  const press = ({ target }: Event) => {
    if (target instanceof Element && !target.closest('button:not(.copy),.panel,.brand')) {
      track('click')
    }
  }

  const stops = [
    watchVisible(card, () => track('impression')),
    listen(card, 'pointermove', move),
    listen(card, 'pointerleave', move),
    listen(card, 'click', press),
    listen(card, 'auxclick', (event) => {
      // A middle click opens the link in a new tab.
      if (event.button === 1) press(event)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
