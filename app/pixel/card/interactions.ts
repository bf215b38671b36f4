/** Reports what a visitor does with a card. */
import { listen } from '../guard.ts'
import { watchVisible, type TrackCard } from './track-card.ts'

/** `point` hears whether the pointer is on the card. Call the answer to stop. */
export const watchInteractions = (
  card: HTMLElement,
  track: TrackCard,
  point?: (isOn: boolean) => void,
) => {
  const move = (event: PointerEvent) => {
    // Where a card appears under a pointer at rest, browsers tell of an enter and of no move.
    const isOn = event.type === 'pointermove'
    // A finger that taps never leaves again; leaving a part of the card is no news.
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
      // The middle button opens the link beside this page.
      if (event.button === 1) press(event)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
