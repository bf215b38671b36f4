/** Finds room for a popup: off the page's bars and controls, and the focus (WCAG 2.2, 2.4.11). */
import { find, findBars, isInSight, isPinned } from './visitor-busy.ts'

/** Widgets with arrow keys have a negative `tabindex` on most choices; headings that scripts focus, too. */
const controls = `footfall-inline,a,button,input,select,textarea,label,summary,iframe,[onclick],[controls],:read-write,[tabindex="0"],[tabindex][role],:focus`
/** In pixels. A taller link is a picture or a whole product of a list. */
const mostLink = 96

/** A taller element is a part of the page, not a control or a bar. Share of the window. */
const mostHeight = 0.5
/** Share of the window. Narrower elements, for example chat buttons, aren't bars. */
const leastWidth = 0.6
/** Between a bar and the card. */
const gap = 8
/** Where a box is tested: shares of its height and width. */
const shares = [0.1, 0.4, 0.7]
/** In pixels, from each other: where bars are looked for. No bar is lower, no button narrower. */
const [rowStep, columnStep] = [16, 36] as const

/** How many points of the card have been felt. */
let felt = 0
/** The bars that the card has made way for, and how far they reach from its edge of the window. */
let bars: Element[] = []
let reach = 0

/**
 * Moves the card next to the bars at its edge of the window, for example a phone's navigation. A line on
 * a phone meets what is pinned to a corner as well, for example a chat's button.
 * Leaves it where it is while they stay: a hit test counts as a frame in which it could have moved.
 *
 * @param isAll looks for every bar. Otherwise the known ones are compared, and new ones found in a few
 *   points: on a phone all are more than a hundred, too many for each second.
 */
const avoidBars = (card: HTMLElement, isAll: boolean, least = 0): void => {
  const [edge, far, start] =
    getComputedStyle(card).marginBottom === '0px'
      ? (['bottom', 'top', innerHeight] as const)
      : (['top', 'bottom', 0] as const)
  /** How far from the edge the element's other side is. */
  const measureReach = (element: Element) => Math.abs(start - element.getBoundingClientRect()[far])
  const isLine = innerWidth < 640 && card.clientWidth >= innerWidth * leastWidth
  const isLow = (element: Element) => measureReach(element) < innerHeight * mostHeight
  /**
   * Whether it, or what it is in, is pinned there: containers of chats have no size, or that of the
   * window and nothing to press.
   */
  const isAtEdge = (element: Element | undefined): boolean =>
    !!element &&
    (isPinned(element, edge)
      ? isLow(element) || getComputedStyle(element).pointerEvents === 'none'
      : isAtEdge(getParent(element)))
  /** Places along a length: in steps, or a few. */
  const spread = (length: number, step: number) => {
    const places: number[] = []
    let place = isAll ? step / 2 : length * 0.05
    for (; place < length; place += isAll ? step : length * 0.45) places.push(place)
    return places
  }
  const known = bars
  const found = new Set(isAll ? [] : known)
  const side = measureReach(card)
  // Up to its far side: a bar that the card has made way for is found again from the edge.
  for (const row of spread(side + rowStep, rowStep)) {
    for (const x of isLine ? spread(innerWidth, columnStep) : [innerWidth / 2]) {
      for (const element of feel(x, Math.abs(start - Math.min(row, side - 1)))) found.add(element)
    }
  }
  bars = [...found].filter(
    (element) =>
      (isLine || element.clientWidth >= innerWidth * leastWidth) &&
      // The host of a shadow root often has no size, and isn't where its content is.
      isInSight(element, 1) &&
      isLow(element) &&
      isAtEdge(element),
  )
  const before = reach
  reach = Math.max(least, ...bars.map((bar) => measureReach(bar) + gap))
  // Where one is missing, another can have replaced it, for example when a chat draws its button again.
  if (!isAll && reach < before && known.some((bar) => !bars.includes(bar))) {
    avoidBars(card, true)
    return
  }
  card.style.setProperty('--bar', `${reach}px`)
  // There may be another one next to it. Later ones are found in the next second.
  if (isAll && reach > least) avoidBars(card, true, reach)
}

/** The elements at a point of the window besides our popups, front to back, also in open shadow roots. */
const feel = (x: number, y: number, root: Document | ShadowRoot = document): Element[] =>
  root.elementsFromPoint(x, y).flatMap((element) =>
    // Some browsers return those around the root as well.
    element.getRootNode() !== root || element.matches(':root>footfall-nudge')
      ? []
      : [...(element.shadowRoot ? feel(x, y, element.shadowRoot) : []), element],
  )

const getParent = (element: Element): Element | undefined =>
  element.parentElement ?? (element.getRootNode() as ShadowRoot).host

/**
 * Whether visitors can press what is seen at a point, also in open shadow roots. Taller links, and links
 * around pictures, aren't meant: enough of them is left. Where only the pointer's shape shows it, the
 * outermost element with that shape is the control, often a whole product or page.
 */
const isPressable = (x: number, y: number, selector: string): boolean => {
  // Outside of the window there is none.
  const [under] = feel(x, y)
  let control: Element | undefined
  let isControl = false
  for (let element = under; element && !isControl; element = getParent(element)) {
    isControl = element.matches(selector)
    if (isControl || getComputedStyle(element).cursor === 'pointer') control = element
    else if (control) break
  }
  return (
    !!control &&
    (control.clientHeight || (under as Element).clientHeight) <
      (isControl && !control.matches('a:not(:focus)') ? innerHeight * mostHeight : mostLink)
  )
}

/**
 * Whether the card lies over such an element that visitors see and can press there. Layers and menus
 * hide others, so what both share is tested in a few points: each test takes as long as reading several
 * boxes. No selector finds what is in shadow roots or has only the pointer's shape, so points of the
 * card are felt as well: as many in a row are in different columns and rows.
 */
const covers = (card: Element, selector: string, points: number): boolean => {
  const box = card.getBoundingClientRect()
  // Consent bars as a whole, but not by who only looks for the focus.
  const consents = points ? findBars() : []

  return (
    [...consents, ...find(selector)].some((control) =>
      // A link can have two lines.
      [...control.getClientRects()].some((line) => {
        const left = Math.max(box.left, line.left)
        const top = Math.max(box.top, line.top)
        const height = Math.min(box.bottom, line.bottom) - top
        const width = Math.min(box.right, line.right) - left

        return (
          width > 0 &&
          height > 0 &&
          (consents.includes(control) ||
            shares.some((share) =>
              isPressable(left + width * share, top + height * share, selector),
            ))
        )
      }),
    ) ||
    // Old libraries replace `Array.from`.
    [...Array<undefined>(points)].some(() => {
      felt++
      return isPressable(
        box.left + box.width * ((felt % 7) * 0.15 + 0.05),
        box.top + box.height * ((felt % 3) * 0.3 + 0.2),
        selector,
      )
    })
  )
}

/**
 * Moves the card to another edge or side of the window if necessary. One that can be seen moves only
 * off bars and the focus, because moving it is a layout shift.
 *
 * @param isHeld the visitor uses it: it moves off the focus at most
 * @returns false: it would cover a control, or be out of the window
 */
export const findRoom = (card: HTMLElement, isHeld = false): boolean => {
  const isShown = getComputedStyle(card).opacity !== '0'
  let isMoved = !isShown
  const { top, bottom } = card.getBoundingClientRect()
  // In a page whose root has a transform, it scrolls with the page. One that a dialog hides has no place.
  if (card.hidden || top > innerHeight || bottom < 0) return false
  for (const turn of ['flip', 'turn', 'flip', 'turn']) {
    if (!isHeld) avoidBars(card, isMoved)
    // All points, or a few each time.
    if (!covers(card, controls, isMoved ? 21 : 4)) return true
    if (isShown && !covers(card, ':focus', 0)) return isHeld
    card.classList.toggle(turn)
    isMoved = true
  }
  return false
}
