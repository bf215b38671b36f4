/** A recent order: picture, who, what, when. */
import type { PixelItem } from '../../contract/pixel.ts'
import { isWebAddress, makeDrawing, makeElement } from '../element.ts'
import { listen } from '../quiet.ts'

const bag = 'M6 8h12l1 12H5zM9 10.5V7a3 3 0 0 1 6 0v3.5'

type Drawn = { picture: HTMLElement; words: HTMLElement[] }

/** `age` is a ready phrase; without it the line is left out. */
export const drawPurchase = (item: PixelItem, age: string | null): Drawn => {
  const words = [makeElement('strong', '', item.title), makeElement('span', '', item.text)]
  if (age) words.push(makeElement('small', '', age))

  return { picture: drawPicture(item.image), words }
}

const drawPicture = (address: string | undefined) => {
  const picture = makeElement('div', 'picture')
  if (!isWebAddress(address)) {
    picture.appendChild(makeDrawing(bag))
    return picture
  }
  const image = makeElement('img', '')
  image.alt = ''
  listen(image, 'error', () => picture.replaceChild(makeDrawing(bag), image))
  image.src = address
  picture.appendChild(image)
  return picture
}
