/** Whether a nudge would interrupt the visitor. */

const dialogs = 'dialog[open],[aria-modal=true],[role$=dialog]'
/** By the names that consent managers and themes use. */
const consentBars = '[id*=cookie i],[class*=cookie i],[id*=consent i],[class*=consent i]'
/** A bakery’s is no consent bar, nor is a section with it. */
const headers = 'header,nav,[role=banner]'
/** Bars without any can't be answered, unless they have all in a shadow root. */
const answers = 'button,input,iframe,[role=button],[onclick],[href^="#"]'
/** In square pixels. The buttons that open a consent manager again are smaller. */
const leastArea = 20_000

/** In a text field, or with an open dialog or consent bar. */
export const isVisitorBusy = (): boolean => {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  // The inside of a frame can't be seen from outside. Usually it's a payment form.
  if (focused?.matches('iframe,:read-write')) return true
  return hasDialog()
}

/** Whether a dialog or a consent bar is open. */
export const hasDialog = (): boolean =>
  find(dialogs).some((element) => isInSight(element, 1)) ||
  find(consentBars).some(
    (element) =>
      isPinned(element) &&
      isInSight(element, leastArea) &&
      !element.matches(headers) &&
      !element.querySelector(headers) &&
      (!element.firstElementChild || element.querySelector(answers)),
  )

/** The page's elements that match, in its order. */
export const find = (selector: string) => [...document.querySelectorAll(selector)]

/**
 * Themes keep closed drawers in the page, outside the viewport or hidden.
 *
 * @param least area in square pixels
 */
export const isInSight = (element: Element, least: number) => {
  const box = element.getBoundingClientRect()

  return (
    box.width * box.height >= least &&
    box.left < innerWidth &&
    box.top < innerHeight &&
    box.right > 0 &&
    box.bottom > 0 &&
    getComputedStyle(element).visibility === 'visible' &&
    // Closed layers are often seen through. Missing in browsers before 2024, which count them as open.
    (element as Partial<Element>).checkVisibility?.({ checkOpacity: true }) !== false
  )
}

/** Whether the element stays in place when the page scrolls. */
export const isPinned = (element: Element, edge?: 'top' | 'bottom') => {
  const style = getComputedStyle(element)
  // A sticky element that sticks to another edge only passes by.
  return /fixed|sticky/.test(style.position) && (!edge || style[edge] !== 'auto')
}
