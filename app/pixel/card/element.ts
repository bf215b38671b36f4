/** Makes elements without a single line of markup, so that no text can ever become one. */
import { listen } from '../guard.ts'

/** Texts among the content become text, never markup; an empty one takes no room. */
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

/** A button that sends no form. */
export const makeButton = (className: string, label: string, press: () => void) => {
  const button = makeElement('button', className, label)
  button.type = 'button'
  listen(button, 'click', press)
  return button
}

/** A button with a sign, which only screen readers call by its name. */
export const makeSignButton = (name: string, sign: string, press: () => void) => {
  const button = makeButton('sign', sign, press)
  button.setAttribute('aria-label', name)
  return button
}

/** A line drawing on a square of 24. */
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

/** An element without text takes no room; one with the same text is left alone, so that nobody hears it twice. */
export const setText = (element: HTMLElement, text: string | null | undefined) => {
  element.hidden = !text
  if (element.textContent !== (text ?? '')) element.textContent = text ?? ''
}

/** Anything but an http(s) address, `javascript:` first of all, is no address. */
export const isWebAddress = (address: unknown): address is string =>
  typeof address === 'string' && /^https?:\/\//i.test(address)
