/** "Why am I seeing this?": a disclosure inside the nudge, not a dialog that traps the focus. */
import type { Showing } from '../renderer.ts'
import { makeElement, makeSign } from './element.ts'

export type Panel = {
  button: HTMLElement
  element: HTMLElement
  /** Opens or closes it. Returns the focus to the button if it was inside. */
  toggle: () => void
}

/** `turnOff` is called when the visitor turns nudges off. */
export const drawPanel = ({ nudge, payload, parts, load }: Showing, turnOff: () => void): Panel => {
  const { phrases } = payload
  // The explanation is always there, even when the rest of the panel can't be loaded.
  const element = makeElement('div', 'panel', nudge.why.join(' '))

  const toggle = () => {
    if (element.matches(':focus-within')) button.focus({ preventScroll: true })
    element.hidden = !element.hidden
    button.setAttribute('aria-expanded', String(!element.hidden))
    element.parentElement?.classList.toggle('shut', element.hidden)
  }

  const button = makeSign(
    'M12 3a9 9 0 1 1-.1 0M9.5 9.5a2.5 2.5 0 1 1 2.5 3v1M12 17h.1',
    phrases.why,
    () => {
      toggle()
      load('more', () => {
        if (element.firstElementChild) return
        parts.explain?.(element, nudge.why, { phrases, turnOff, close: toggle })
      })
    },
  )
  toggle()

  return { button, element, toggle }
}
