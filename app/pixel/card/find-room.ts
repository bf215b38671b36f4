/** Finds room for a popup: off the page's bars and controls, and the focus (WCAG 2.2, 2.4.11). */
import { find, isPinned } from './visitor-busy.ts'

const controls = `a,button,input,select,textarea,label,summary,iframe,[onclick],[tabindex="0"],:focus`
/** In pixels. A taller link is a picture or a whole product of a list. */
const mostLink = 96

/** A taller element is a part of the page, not a control or a bar. Share of the window. */
const mostHeight = 0.5
/** Share of the window. Narrower elements, for example chat buttons, aren't bars. */
const leastWidth = 0.6
/** Between a bar and the card. */
const gap = 8
/**
 * Where a box is tested: shares of its height and width. Bars are tested in the middle of the window,
 * which all of them cover.
 */
const shares = [0.1, 0.4, 0.7]

/**
 * Moves the card next to the bars at its edge of the window, for example a phone's navigation.
 * Leaves it where it is while they stay: a hit test counts as a frame in which it could have moved.
 */
const avoidBars = (card: HTMLElement): void => {
  const [edge, far, start] =
    getComputedStyle(card).marginBottom === '0px'
      ? (['bottom', 'top', innerHeight] as const)
      : (['top', 'bottom', 0] as const)
  /** How far from the edge the element's other side is. */
  const measureReach = (element: Element) => Math.abs(start - element.getBoundingClientRect()[far])
  const reach = Math.max(
    0,
    ...shares
      .flatMap((share) =>
        document.elementsFromPoint(innerWidth / 2, Math.abs(start - measureReach(card) * share)),
      )
      .filter(
        (element) =>
          element.clientWidth >= innerWidth * leastWidth &&
          measureReach(element) < innerHeight * mostHeight &&
          isPinned(element, edge),
      )
      .map((bar) => measureReach(bar) + gap),
  )
  card.style.setProperty('--bar', `${reach}px`)
}

/**
 * Whether the card lies over such an element that visitors see and can press there. Layers and menus
 * hide others, so what both share is tested in a few points: each test takes as long as reading several
 * boxes. Taller links, and links around pictures, aren't meant: enough of them is left.
 */
const covers = (card: Element, selector: string): boolean => {
  const box = card.getBoundingClientRect()

  return find(selector).some((control) =>
    // A link can have two lines.
    [...control.getClientRects()].some((line) => {
      const left = Math.max(box.left, line.left)
      const top = Math.max(box.top, line.top)
      const height = Math.min(box.bottom, line.bottom) - top
      const width = Math.min(box.right, line.right) - left

      return (
        width > 0 &&
        height > 0 &&
        shares.some((share) => {
          // Outside of the window there is none, which no control contains.
          const under = document
            .elementsFromPoint(left + width * share, top + height * share)
            .find((element) => element.localName !== 'footfall-nudge') as Element
          return (
            control.contains(under) &&
            (control.clientHeight || under.clientHeight) <
              (control.matches('a:not(:focus)') ? mostLink : innerHeight * mostHeight)
          )
        })
      )
    }),
  )
}

/**
 * Moves the card to another edge or side of the window if necessary. One that can be seen moves only
 * off bars and the focus, because moving it is a layout shift.
 *
 * @param isHeld the visitor uses it: it moves off the focus at most
 * @returns false: it would cover a control
 */
export const findRoom = (card: HTMLElement, isHeld = false): boolean => {
  const isShown = getComputedStyle(card).opacity !== '0'
  for (const turn of ['flip', 'turn', 'flip', 'turn']) {
    if (!isHeld) avoidBars(card)
    if (!covers(card, controls)) return true
    if (isShown && !covers(card, ':focus')) return isHeld
    card.classList.toggle(turn)
  }
  return false
}
