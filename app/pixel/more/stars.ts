/** Stars in two layers: outlines, and the filled ones, clipped to the rating. */
import type { PixelPhrases } from '#app/contract/pixel.ts'
import { makeElement } from '../card/element.ts'

const most = 5

/** Filled and empty stars differ in shape, so that they stay distinct with forced colors. */
export const drawStars = (count: number, phrases: PixelPhrases) => {
  const stars = makeElement('div', 'stars', '☆'.repeat(most))
  stars.setAttribute('role', 'img')
  const number = String(count).replace('.', phrases.numbers?.decimal ?? '.')
  stars.setAttribute('aria-label', phrases.stars?.replace('#', number) ?? '')
  const given = makeElement('i', '', '★'.repeat(most))
  given.style.width = `${(count / most) * 100}%`
  stars.append(given)
  return stars
}
