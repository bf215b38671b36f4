/** Whether a nudge would interrupt the visitor. */

/** In a text field, or with an open dialog or banner. */
export const isVisitorBusy = (): boolean => {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  // What happens inside a frame can't be seen from outside. Usually it's a payment form.
  if (focused?.matches('iframe,:read-write')) return true
  return hasDialog()
}

/** Whether a dialog or banner is open. */
export const hasDialog = (): boolean =>
  [
    ...document.querySelectorAll('dialog[open],[aria-modal=true],[role=dialog],[role=alertdialog]'),
  ].some(isInSight)

/** Themes keep closed drawers in the page, outside the viewport or hidden. */
const isInSight = (element: Element) => {
  const { width, top, bottom, left, right } = element.getBoundingClientRect()
  const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth

  return width > 0 && isInside && getComputedStyle(element).visibility === 'visible'
}
