/** Reports what a visitor does with a card. */
import { listen } from '../quiet.ts'
import { watchVisible, type Tell } from './witness.ts'

/** `point` hears whether the pointer is on the card. Call the answer to stop. */
export const watchUse = (card: HTMLElement, tell: Tell, point?: (isOn: boolean) => void) => {
  const move = (event: PointerEvent) => {
    // A finger that taps never leaves again; what happens between the parts of the card is no news.
    if (event.pointerType === 'touch' || event.target !== card) return
    const isOn = event.type === 'pointerenter'
    if (isOn) tell('hover')
    point?.(isOn)
  }

  const press = ({ target }: Event) => {
    if (target instanceof Element && !target.closest('button:not(.copy),.panel,.brand')) {
      tell('click')
    }
  }

  const stops = [
    watchVisible(card, () => tell('impression')),
    listen(card, 'pointerenter', move),
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
