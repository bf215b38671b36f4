/** A code with a copy button, and the terms of an offer. */
import type { PixelPhrases } from '#app/contract/pixel.ts'
import { guarded } from '../guard.ts'
import { makeButton, makeElement } from '../card/element.ts'

export const drawCode = (code: string, phrases: PixelPhrases) => {
  const text = makeElement('code', '', code)
  const status = makeElement('div', 'said')
  status.setAttribute('role', 'status')

  const button = makeButton('copy', phrases.copy, () => {
    const succeed = guarded(() => {
      button.textContent = status.textContent = phrases.copied
    })
    // Pages without https, and frames without permission, have no clipboard. Selects the code
    // instead.
    const select = guarded(() => getSelection()?.selectAllChildren(text))
    if (isSecureContext) navigator.clipboard.writeText(code).then(succeed, select)
    else select()
  })

  return makeElement('div', 'code', text, button, status)
}

/**
 * One truncated line that expands on tap. Screen readers get the whole text as the button's name.
 */
export const drawConditions = (conditions: string) => {
  const button = makeButton('terms', conditions, () => {
    const isOpen = button.getAttribute('aria-expanded') === 'true'
    button.setAttribute('aria-expanded', String(!isOpen))
  })
  button.setAttribute('aria-expanded', 'false')
  return button
}
