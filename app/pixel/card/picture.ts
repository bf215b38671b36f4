/** The item's image, or the line drawing of its nudge's type. */
import { listen } from '../quiet.ts'
import { isWebAddress, makeDrawing, makeElement } from './element.ts'

export const drawPicture = (address: string | undefined, line = '') => {
  const drawing = makeDrawing(line)
  if (!isWebAddress(address)) return makeElement('div', 'picture', drawing)
  const image = makeElement('img', '')
  image.alt = ''
  listen(image, 'error', () => image.replaceWith(drawing))
  image.src = address
  return makeElement('div', 'picture', image)
}
