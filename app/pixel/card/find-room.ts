/** Finds room for a popup: off the page's bars and off the focused element (WCAG 2.2, 2.4.11). */
import { isPinned } from './visitor-busy.ts'

/** A taller element is a part of the page, not an input or a bar. */
const mostHeight = 0.5
/** Of the window. Narrower elements, for example chat buttons, aren't bars. */
const leastWidth = 0.6
/** Between a bar and the card. */
const gap = 8
/** Where bars are looked for: shares of the card's width, and of the way from the edge to its far side. */
const shares = [0.01, 0.5, 0.99]
const depths = [0.01, 0.2, 0.4, 0.7, 0.99]

type Edge = 'top' | 'bottom'

/**
 * Moves the card next to the bars at its edge of the window, for example a phone's navigation.
 * Leaves it where it is while they stay: a hit test counts as a frame in which it could have moved.
 */
const avoidBars = (card: HTMLElement): void => {
  const { left, top, bottom, width } = card.getBoundingClientRect()
  const edge: Edge = getComputedStyle(card).marginBottom === '0px' ? 'bottom' : 'top'
  const far = edge === 'top' ? bottom : innerHeight - top
  const under = shares.flatMap((x) =>
    depths.flatMap((depth) =>
      document.elementsFromPoint(
        left + width * x,
        edge === 'top' ? far * depth : innerHeight - far * depth,
      ),
    ),
  )
  const reach = Math.max(0, ...under.map((element) => measureBar(element, edge)))
  const taken = parseFloat(card.style.getPropertyValue('--bar')) || 0
  if (reach === taken) return
  card.style.setProperty('--bar', `${reach}px`)
  // Others can follow.
  if (reach > taken) avoidBars(card)
}

/** How much of the edge the element takes; 0: it isn't a bar. */
const measureBar = (element: Element, edge: Edge) => {
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
