/** "Why am I seeing this?": a disclosure inside of the nudge, neither a dialog nor a trap. */
import type { Showing, RenderContext } from '../renderer.ts'
import { makeElement, makeSignButton } from './element.ts'

export type Panel = {
  button: HTMLElement
  element: HTMLElement
  isOpen: () => boolean
  /** The focus goes back to the button when it was inside. */
  close: () => void
}

/** `toggled` is called when it was opened or closed, `turnOff` when the visitor wants no more nudges here. */
export const drawPanel = (
  { nudge }: Showing,
  { payload, more, fetchMore }: RenderContext,
  calls: { toggled: () => void; turnOff: () => void },
): Panel => {
  const { phrases } = payload
  // The answer is there at once, and stays as it is where no more can be had.
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
      more.explainNudge?.(element, nudge.why, { phrases, turnOff: calls.turnOff })
    })
  })
  open(false)

  return {
    button,
    element,
    isOpen: () => !element.hidden,
    close: () => {
      const isInside = element.matches(':focus-within')
      open(false)
      calls.toggled()
      if (isInside) button.focus({ preventScroll: true })
    },
  }
}
