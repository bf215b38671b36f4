/** "Why am I seeing this?": a disclosure inside the nudge, not a dialog that traps the focus. */
import type { Showing, RenderContext } from '../renderer.ts'
import { makeElement, makeSignButton } from './element.ts'

export type Panel = {
  button: HTMLElement
  element: HTMLElement
  isOpen: () => boolean
  /** Returns the focus to the button if it was inside. */
  close: () => void
}

/**
 * `toggled` is called when the panel opens or closes, `turnOff` when the visitor turns nudges off.
 */
export const drawPanel = (
  { nudge }: Showing,
  { payload, more, fetchMore }: RenderContext,
  calls: { toggled: () => void; turnOff: () => void },
): Panel => {
  const { phrases } = payload
  // The explanation is always there, even when the rest of the panel can't be loaded.
  const element = makeElement('div', 'panel', nudge.why.join(' '))

  const open = (isOpen: boolean) => {
    element.hidden = !isOpen
    button.setAttribute('aria-expanded', String(isOpen))
  }

  const button = makeSignButton(phrases.why, '?', () => {
    open(element.hidden)
    calls.toggled()
    fetchMore(() => {
      if (element.firstElementChild) return
      more.explain?.(element, nudge.why, { phrases, turnOff: calls.turnOff, close })
    })
  })
  const close = () => {
    const isInside = element.matches(':focus-within')
    open(false)
    calls.toggled()
    if (isInside) button.focus({ preventScroll: true })
  }
  open(false)

  return { button, element, isOpen: () => !element.hidden, close }
}
