/** Creates elements without any markup, so that text can never become markup. */
import { listen } from '../guard.ts'

/** Strings become text nodes. Elements with empty text are hidden. */
export const makeElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...content: (Node | string)[]
) => {
  const element = document.createElement(tag)
  element.className = className
  element.append(...content)
  return element
}

/** A button that submits no form. */
export const makeButton = (className: string, label: Node | string, press: () => void) => {
  const button = makeElement('button', className, label)
  button.type = 'button'
  listen(button, 'click', press)
  return button
}

/** A button whose label is only a line drawing. */
export const makeSign = (line: string, accessibleName: string, press: () => void) => {
  const button = makeButton('sign', makeDrawing(line), press)
  button.setAttribute('aria-label', accessibleName)
  return button
}

/** A line drawing in a 24 × 24 box. */
export const makeDrawing = (line: string) => {
  const drawing = makeShape('svg', 'viewBox', '0 0 24 24')
  drawing.append(makeShape('path', 'd', line))
  return drawing
}

const makeShape = (tag: string, name: string, value: string) => {
  const shape = document.createElementNS('http://www.w3.org/2000/svg', tag)
  shape.setAttribute(name, value)
  return shape
}

/**
 * Hides an element without text. Leaves unchanged text alone, so that screen readers don't repeat
 * it.
 */
export const setText = (element: HTMLElement, text = '') => {
  element.hidden = !text
  if (element.textContent !== text) element.textContent = text
}

/** Rejects anything but http(s) URLs, `javascript:` first of all. */
export const isWebAddress = (address = ''): address is string => /^https?:\/\//i.test(address)

/** False for what is not displayed, like the copy of a title in a closed menu. */
export const hasBox = (element: Element) => element.getClientRects().length > 0
