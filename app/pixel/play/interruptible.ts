/** Whether the visitor is at something that a nudge would only disturb. */

/** In a text field, or before a dialog or a banner that wants an answer first. */
export const isVisitorBusy = (): boolean => {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  // Nobody sees from outside what is done in a frame: a form of payment, most often.
  if (focused?.matches('iframe,:read-write')) return true
  return hasDialog()
}

/** Whether a dialog or a banner stands before the page. */
export const hasDialog = (): boolean =>
  [
    ...document.querySelectorAll('dialog[open],[aria-modal=true],[role=dialog],[role=alertdialog]'),
  ].some(isInSight)

/** Themes keep their closed drawers in the page, beside the window or invisible. */
const isInSight = (element: Element) => {
  const { width, top, bottom, left, right } = element.getBoundingClientRect()
  const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth

  return width > 0 && isInside && getComputedStyle(element).visibility === 'visible'
}
