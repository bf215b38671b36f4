/** Makes elements without a single line of markup, so that no text can ever become one. */
import { listen } from '../quiet.ts'

export const makeElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  text?: string,
) => {
  const element = document.createElement(tag)
  element.className = className
  if (text) element.textContent = text
  return element
}

/** A button that sends no form. */
export const makeButton = (className: string, label: string, press: () => void) => {
  const button = makeElement('button', className, label)
  button.type = 'button'
  listen(button, 'click', press)
  return button
}

/** A button with a drawing, which only screen readers call by its name. */
export const makeIconButton = (name: string, line: string, press: () => void) => {
  const button = makeButton('icon', '', press)
  button.setAttribute('aria-label', name)
  button.appendChild(makeDrawing(line))
  return button
}

/** A line drawing on a square of 24, invisible to screen readers. */
export const makeDrawing = (line: string) => {
  const space = 'http://www.w3.org/2000/svg'
  const drawing = document.createElementNS(space, 'svg')
  drawing.setAttribute('viewBox', '0 0 24 24')
  drawing.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', line)
  drawing.appendChild(path)
  return drawing
}

/** An element without text takes no room; one with the same text is left alone, so that nobody hears it twice. */
export const write = (element: HTMLElement, text: string | null | undefined) => {
  element.hidden = !text
  if (element.textContent !== (text ?? '')) element.textContent = text ?? ''
}

/** Anything but an http(s) address, `javascript:` first of all, is no address. */
export const isWebAddress = (address: unknown): address is string =>
  typeof address === 'string' && /^https?:\/\//i.test(address)
