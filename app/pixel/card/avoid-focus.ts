/** A nudge never stands over what has the focus (WCAG 2.2, 2.4.11). */

/** What is higher than this share of the window is a part of the page, not something to be typed in. */
const mostHeight = 0.5

const coversFocus = (card: Element): boolean => {
  const focused = document.activeElement
  // Of what is focused inside of the card, the page knows the host alone.
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

/** Moves the card to its other edge of the window when it has to. False: it would be in the way there too. */
export const avoidFocus = (card: Element): boolean => {
  for (const _edge of ['own', 'other']) {
    if (!coversFocus(card)) return true
    card.classList.toggle('flip')
  }
  return false
}
