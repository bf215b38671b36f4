/** The item's image, otherwise the person's initial, otherwise the drawing of the nudge's type. */
import type { PixelItem } from '#app/contract/pixel.ts'
import { listen } from '../guard.ts'
import { isWebAddress, makeDrawing, makeElement } from './element.ts'

export const drawPicture = ({ image: address, initial }: PixelItem, line = '') => {
  const drawing = initial ? makeElement('b', '', initial) : makeDrawing(line)
  const picture = makeElement('div', 'picture', drawing)
  picture.setAttribute('aria-hidden', 'true')
  if (isWebAddress(address)) {
    const image = makeElement('img', '')
    image.alt = ''
    listen(image, 'error', () => image.replaceWith(drawing))
    image.src = address
    drawing.replaceWith(image)
  }
  return picture
}
