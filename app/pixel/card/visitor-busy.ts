/** Whether a nudge would interrupt the visitor. */
import { readClock } from '../guard.ts'

const dialogs = 'dialog[open],[aria-modal=true],[role$=dialog]'
/** By the names that consent managers and themes use. */
const consentBars = '[id*=cookie i],[class*=cookie i],[id*=consent i],[class*=consent i]'
/** A bakery’s is no consent bar, nor is a section with it. */
const headers = 'header,nav,[role=banner]'
/** Bars without any can't be answered, unless they have all in a shadow root. */
const answers = 'button,input,iframe,[role=button],[onclick],[href^="#"]'
/** In square pixels. The buttons that open a consent manager again are smaller. */
const leastArea = 20_000

/** In milliseconds since the document began. Visitors who don't answer until then leave the bar open. */
const mostPatience = 10_000

/** In a text field, or with an open dialog or consent bar. */
export const isVisitorBusy = (): boolean => {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  // The inside of a frame can't be seen from outside. Usually it's a payment form.
  if (focused?.matches('iframe,:read-write')) return true
  return hasDialog()
}

/** The open consent bars. */
export const findBars = () =>
  find(`${consentBars},${dialogs}`).filter(
    (element) =>
      element.closest(consentBars) &&
      isPinned(element) &&
      isInSight(element, leastArea) &&
      !element.matches(headers) &&
      !element.querySelector(headers) &&
      (!element.firstElementChild || element.querySelector(answers)),
  )

/**
 * Whether a dialog is open, or a consent bar that visitors may still answer. One that they leave open is
 * avoided like other bars, unless it or its backdrop is over the middle of the window.
 */
export const hasDialog = (): boolean => {
  const bars = findBars()
  let middle = bars[0] && document.elementFromPoint(innerWidth / 2, innerHeight / 2)
  while (middle && getComputedStyle(middle).position !== 'fixed') middle = middle.parentElement

  return (
    !!middle ||
    (!!bars[0] && readClock() < mostPatience) ||
    find(dialogs).some(
      (element) =>
        isInSight(element, 1) &&
        (element.matches('dialog,[aria-modal=true]') || !bars.some((bar) => bar.contains(element))),
    )
  )
}

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
