/** Makes elements without a single line of markup, so that no text can ever become one. */

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

/** Anything but an http(s) address, `javascript:` first of all, is no address. */
export const isWebAddress = (address: unknown): address is string =>
  typeof address === 'string' && /^https?:\/\//i.test(address)
