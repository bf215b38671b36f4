/** Keeps nudges from covering the focused element (WCAG 2.2, 2.4.11). */

/** A taller element is a part of the page, not an input. */
const mostHeight = 0.5

const coversFocus = (card: Element): boolean => {
  const focused = document.activeElement
  // If the focus is inside the card, the page only sees its host.
  if (!focused || focused === document.body || focused.shadowRoot?.contains(card)) return false
  const under = focused.getBoundingClientRect()
  if (under.height > innerHeight * mostHeight) return false
  const over = card.getBoundingClientRect()

  return (
    under.left < over.right &&
    over.left < under.right &&
    under.top < over.bottom &&
    over.top < under.bottom
  )
}

/**
 * Moves the card to the other edge of the window if necessary. False: it would cover the focus
 * there as well.
 */
export const avoidFocus = (card: Element): boolean => {
  for (const _edge of ['own', 'other']) {
    if (!coversFocus(card)) return true
    card.classList.toggle('flip')
  }
  return false
}
