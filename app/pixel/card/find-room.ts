/** Finds room for a popup: off the page's bars and controls, and the focus (WCAG 2.2, 2.4.11). */
import { find, isPinned, overlaps } from './visitor-busy.ts'

const controls = 'a,button,input,select,textarea,label,summary,iframe,[onclick],[tabindex="0"]'
/** In pixels. A taller link is a picture or a whole product of a list. */
const mostControl = 96

/** A taller element is a part of the page, not a bar. Share of the window, like the others. */
const mostHeight = 0.5
/** Narrower elements, for example chat buttons, aren't bars. */
const leastWidth = 0.6
/** Between a bar and the card. */
const gap = 8
/** Where bars are looked for, from the edge on. Shares of the window. */
const depths = [0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4]

type Edge = 'top' | 'bottom'

/**
 * Moves the card next to the bars at its edge of the window, for example a phone's navigation. They
 * cover the middle of the window. Leaves the card where it is while they stay: a hit test counts as a
 * frame in which it could have moved.
 */
const avoidBars = (card: HTMLElement): void => {
  const edge = getComputedStyle(card).marginBottom === '0px' ? 'bottom' : 'top'
  const bars = depths
    .flatMap((depth) =>
      document.elementsFromPoint(
        innerWidth / 2,
        innerHeight * (edge === 'top' ? depth : 1 - depth),
      ),
    )
    .filter((element) => isBar(element, edge))
  const reach = Math.max(0, ...bars.map((bar) => measureReach(bar, edge) + gap))
  card.style.setProperty('--bar', `${reach}px`)
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

/**
 * Whether the card lies over something that can be pressed or filled in, or over the focus. Taller
 * links, and links around pictures, aren't meant: enough of them is left.
 */
const coversControl = (card: Element): boolean => {
  const place = card.getBoundingClientRect()

  return find(controls)
    .concat(document.activeElement ?? [])
    .some((control) => {
      const box = control.getBoundingClientRect()
      const findShown = () =>
        document
          .elementsFromPoint(
            (Math.max(box.left, place.left) + Math.min(box.right, place.right)) / 2,
            (Math.max(box.top, place.top) + Math.min(box.bottom, place.bottom)) / 2,
          )
          .find((under) => control.contains(under))
      // Menus and carousels hide others. Our element has no height.
      return (
        box.height &&
        overlaps(box, place) &&
        control.clientHeight < mostControl &&
        (findShown()?.clientHeight ?? mostControl) < mostControl
      )
    })
}

/**
 * Moves the card to another edge or side of the window if necessary. False: it would cover a control
 * everywhere.
 */
export const findRoom = (card: HTMLElement): boolean => {
  for (const turn of ['flip', 'turn', 'flip', 'turn']) {
    avoidBars(card)
    if (!coversControl(card)) return true
    card.classList.toggle(turn)
  }
  return false
}
