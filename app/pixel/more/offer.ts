/** A code with a copy button, and the terms of an offer. */
import type { PixelPhrases } from '#app/contract/pixel.ts'
import { guarded } from '../guard.ts'
import { makeButton, makeElement } from '../card/element.ts'

export const drawCode = (code: string, { copy = '', copied = '' }: PixelPhrases) => {
  const text = makeElement('code', '', code)
  const button = makeButton('copy', copy, () => {
    const succeed = guarded(() => {
      button.textContent = copied
    })
    // Pages without https, and frames without permission, have no clipboard. Selects the code
    // instead.
    const select = guarded(() => getSelection()?.selectAllChildren(text))
    if (isSecureContext) navigator.clipboard.writeText(code).then(succeed, select)
    else select()
  })

  const offer = makeElement('div', 'code', text, button)
  // Announces the success.
  offer.setAttribute('aria-live', 'polite')
  return offer
}

/**
 * One truncated line that expands on tap. Screen readers get the whole text as the button's name.
 */
export const drawConditions = (conditions: string) => {
  let isOpen = true
  const toggle = () => {
    isOpen = !isOpen
    button.setAttribute('aria-expanded', String(isOpen))
  }
  const button = makeButton('terms', conditions, toggle)
  toggle()
  return button
}
