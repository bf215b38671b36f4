/** Reports a visitor's interactions with a card. */
import { listen } from '../guard.ts'
import { watchVisible, type TrackCard } from './track-card.ts'

/**
 * `point` is called when the pointer enters or leaves the card. Returns a function that stops it.
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
