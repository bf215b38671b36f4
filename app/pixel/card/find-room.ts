/** Finds room for a popup: off the page's bars and controls, and the focus (WCAG 2.2, 2.4.11). */
import { isPinned } from './visitor-busy.ts'

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
 * Where bars are looked for, in the middle of the window, which all of them cover: shares of the
 * way from the edge to the card's far side.
 */
const depths = [0.1, 0.4, 0.7]

/** Where the card is tested: so many points from its top to its bottom. */
const points = 153
/**
 * Each is the width divided by this further than the one before, so they are as close to each other
 * on a bar as on a card.
 */
const golden = 1.618

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
    ...depths
      .flatMap((depth) =>
        document.elementsFromPoint(innerWidth / 2, Math.abs(start - measureReach(card) * depth)),
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
 * hide others, and a link can have two lines, so points of the card are tested instead of boxes. Taller
 * links, and links around pictures, aren't meant: enough of them is left.
 */
const covers = (card: Element, selector: string): boolean => {
  const { left, top, width, height } = card.getBoundingClientRect()

  return [...Array(points).keys()].some((point) => {
    const under =
      document
        .elementsFromPoint(
          left + (((width * point) / golden) % width),
          top + (height * point) / points,
        )
        .find((element) => element.localName !== 'footfall-nudge') ?? card
    const control = under.closest(selector)
    return (
      control &&
      (control.clientHeight || under.clientHeight) <
        (control.matches('a:not(:focus)') ? mostLink : innerHeight * mostHeight)
    )
  })
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
