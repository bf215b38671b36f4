/** Finds room for a popup: off the page's bars and off the focused element (WCAG 2.2, 2.4.11). */
import { isPinned } from './visitor-busy.ts'

/** A taller element is a part of the page, not an input or a bar. */
const mostHeight = 0.5
/** Of the window. Narrower elements, for example chat buttons, aren't bars. */
const leastWidth = 0.6
/** Between a bar and the card. */
const gap = 8
/** Where the card is checked, as shares of its width and height. */
const shares = [0.01, 0.5, 0.99]

/**
 * Moves the card next to the bars at its edge of the window, for example a phone's navigation.
 *
 * @param taken how much of the edge the bars take that were found so far; others can follow them
 */
const avoidBars = (card: HTMLElement, taken = 0, edge?: 'top' | 'bottom'): void => {
  card.style.setProperty('--bar', `${taken}px`)
  const { left, top, bottom, width, height } = card.getBoundingClientRect()
  const at = edge ?? (top < innerHeight - bottom ? 'top' : 'bottom')
  const under = shares.flatMap((x) =>
    shares.flatMap((y) => document.elementsFromPoint(left + width * x, top + height * y)),
  )
  const reach = Math.max(...under.map((element) => measureBar(element, at)))
  if (reach > taken) avoidBars(card, reach, at)
}

/** How much of the edge the element takes; 0: it isn't a bar. */
const measureBar = (element: Element, edge: 'top' | 'bottom') => {
  const { top, bottom, width } = element.getBoundingClientRect()
  const reach = edge === 'top' ? bottom : innerHeight - top
  const isBar =
    width >= innerWidth * leastWidth && reach < innerHeight * mostHeight && isPinned(element, edge)

  return isBar ? reach + gap : 0
}

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
export const findRoom = (card: HTMLElement): boolean => {
  for (const _edge of ['own', 'other']) {
    avoidBars(card)
    if (!coversFocus(card)) return true
    card.classList.toggle('flip')
  }
  return false
}
