/**
 * Names of stored pictures within their site: a page's path, or `image:` and the hash of an image's URL,
 * which can be too long for an index. A large drawing is another picture.
 */
import { createHash } from 'node:crypto'
import { cardSizes, type CardSize } from './card-drawing.ts'

const largeStart = 'large '
const imageStart = 'image:'

/** SQL pattern (`~`) of the keys of images. */
export const imageKeyPattern = `^(${largeStart})?${imageStart}`

/** SQL pattern of a page's folder of one language, with what is in front of it. */
export const languageFolderPattern = `^(${largeStart})?/[a-z]{2}([-_][a-z]{2})?/`

/** @param path see `namePage` */
export const keyOfPage = (path: string, size: CardSize): string =>
  size === 'large' ? `${largeStart}${path}` : path

/** @param address as `webAddress` returns it */
export const keyOfImage = (address: string, size: CardSize): string =>
  keyOfPage(`${imageStart}${createHash('sha256').update(address).digest('base64url')}`, size)

/** Those of all sizes. */
export const keysOfImage = (address: string): string[] =>
  cardSizes.map((size) => keyOfImage(address, size))

export function readPictureKey(key: string): { size: CardSize; isImage: boolean } {
  const isLarge = key.startsWith(largeStart)
  const name = isLarge ? key.slice(largeStart.length) : key
  return { size: isLarge ? 'large' : 'small', isImage: name.startsWith(imageStart) }
}
