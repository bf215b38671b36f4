/** The item's image, or the drawing of its nudge's type. */
import { listen } from '../quiet.ts'
import { drawingOf } from './drawings.ts'
import { isWebAddress, makeDrawing, makeElement } from './element.ts'

export const drawPicture = (address: string | undefined, type: string) => {
  const picture = makeElement('div', 'picture')
  const drawing = makeDrawing(drawingOf(type))
  if (!isWebAddress(address)) {
    picture.appendChild(drawing)
    return picture
  }
  const image = makeElement('img', '')
  image.alt = ''
  listen(image, 'error', () => picture.replaceChild(drawing, image))
  image.src = address
  picture.appendChild(image)
  return picture
}
