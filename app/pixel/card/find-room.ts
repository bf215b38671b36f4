/** Finds room for a popup: off the page's bars and off the focused element (WCAG 2.2, 2.4.11). */
import { isPinned, overlaps } from './visitor-busy.ts'

/** A taller element is a part of the page, not an input or a bar. */
const mostHeight = 0.5
/** Share of the window. Narrower elements, for example chat buttons, aren't bars. */
const leastWidth = 0.6
/** Between a bar and the card. */
const gap = 8
/**
 * Where bars are looked for, in the middle of the window, which all of them cover: shares of the
 * way from the edge to the card's far side.
 */
const depths = [0.01, 0.2, 0.4, 0.7, 0.99]

type Edge = 'top' | 'bottom'

/**
 * Moves the card next to the bars at its edge of the window, for example a phone's navigation.
 * Leaves it where it is while they stay: a hit test counts as a frame in which it could have moved.
 */
const avoidBars = (card: HTMLElement, taken = 0): void => {
  const edge = getComputedStyle(card).marginBottom === '0px' ? 'bottom' : 'top'
  const far = measureReach(card, edge)
  const under = depths.flatMap((depth) =>
    document.elementsFromPoint(
      innerWidth / 2,
      edge === 'top' ? far * depth : innerHeight - far * depth,
    ),
  )
  const bars = under.filter((element) => isBar(element, edge))
  const reach = Math.max(0, ...bars.map((bar) => measureReach(bar, edge) + gap))
  card.style.setProperty('--bar', `${reach}px`)
  // Others can follow.
  if (reach > taken) avoidBars(card, reach)
}

/** How far from the edge the element's other side is. */
const measureReach = (element: Element, edge: Edge) => {
  const { top, bottom } = element.getBoundingClientRect()
  return edge === 'top' ? bottom : innerHeight - top
}

const isBar = (element: Element, edge: Edge) =>
  element.clientWidth >= innerWidth * leastWidth &&
  measureReach(element, edge) < innerHeight * mostHeight &&
  isPinned(element, edge)

const coversFocus = (card: Element): boolean => {
  const focused = document.activeElement
  // If the focus is inside the card, the page only sees its host.
  if (!focused || focused === document.body || focused.shadowRoot?.contains(card)) return false
  const under = focused.getBoundingClientRect()

  return under.height <= innerHeight * mostHeight && overlaps(under, card.getBoundingClientRect())
}

/**
 * Moves the card to the other edge of the window if necessary. False: it would cover the focus
 * there as well.
 */
export const findRoom = (card: HTMLElement): boolean => {
  for (const _edge of [1, 2]) {
    avoidBars(card)
    if (!coversFocus(card)) return true
    card.classList.toggle('flip')
  }
  return false
}
