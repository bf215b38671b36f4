/** Whether the visitor is at something that a nudge would only disturb. */

/** Kinds of input that are no fields for text: a ticked box keeps the focus for long. */
const notTyped = /^(radio|checkbox|button|submit|reset|image|file|range|color)$/

/** In a text field, or before a dialog or a banner that wants an answer first. */
export const isBusy = (): boolean => {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  // Nobody sees from outside what is done in a frame: a form of payment, most often.
  if (focused?.matches('iframe')) return true
  if (focused instanceof HTMLElement && focused.isContentEditable) return true
  if (focused?.matches('input,textarea') && !notTyped.test(focused.getAttribute('type') ?? '')) {
    return true
  }
  const dialogs = 'dialog[open],[aria-modal=true],[role=dialog],[role=alertdialog]'
  return [...document.querySelectorAll(dialogs)].some(isInSight)
}

/** Themes keep their closed drawers in the page, beside the window or invisible. */
const isInSight = (element: Element) => {
  const { width, top, bottom, left, right } = element.getBoundingClientRect()
  const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth

  return width > 0 && isInside && getComputedStyle(element).visibility === 'visible'
}
