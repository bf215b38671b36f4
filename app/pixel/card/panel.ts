/** "Why am I seeing this?": a disclosure inside of the nudge, neither a dialog nor a trap. */
import type { PixelPhrases } from '../../contract/pixel.ts'
import { makeButton, makeElement, makeIconButton } from './element.ts'

const question =
  'M9 9.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1-1.5 2M12 17h.01M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0'

export type Panel = {
  button: HTMLElement
  element: HTMLElement
  isOpen: () => boolean
  /** The focus goes back to the button when it was inside. */
  close: () => void
}

/** `toggled` is called when it was opened or closed, `turnOff` when the visitor wants no more nudges here. */
export const drawPanel = (
  why: readonly string[],
  phrases: PixelPhrases,
  calls: { toggled: () => void; turnOff: () => void },
): Panel => {
  const panel = makeElement('div', 'panel')
  panel.id = 'why'
  panel.hidden = true

  const open = (isOpen: boolean) => {
    if (isOpen && !panel.firstChild) fill()
    panel.hidden = !isOpen
    button.setAttribute('aria-expanded', String(isOpen))
    calls.toggled()
  }

  const fill = () => {
    panel.appendChild(makeElement('b', '', phrases.why))
    for (const sentence of why) panel.appendChild(makeElement('p', '', sentence))
    panel.appendChild(makeButton('turn', phrases.turnOff, calls.turnOff))
  }

  const button = makeIconButton(phrases.why, question, () => open(panel.hidden))
  button.setAttribute('aria-expanded', 'false')
  button.setAttribute('aria-controls', panel.id)

  return {
    button,
    element: panel,
    isOpen: () => !panel.hidden,
    close: () => {
      const root = panel.getRootNode()
      const isInside = root instanceof ShadowRoot && panel.contains(root.activeElement)
      open(false)
      if (isInside) button.focus({ preventScroll: true })
    },
  }
}
