/** Stars in two layers: outlines, and over them as much of the filled ones as were given. */
import type { PixelPhrases } from '#app/contract/pixel.ts'
import { makeElement } from '../card/element.ts'

const most = 5

/** Shapes, not colours alone, tell filled from empty: forced colours keep them apart. */
export const drawStars = (count: number, phrases: PixelPhrases) => {
  const stars = makeElement('div', 'stars', '☆'.repeat(most))
  stars.setAttribute('role', 'img')
  stars.setAttribute('aria-label', phrases.stars.replace('#', String(count)))
  const given = makeElement('i', '', '★'.repeat(most))
  given.style.width = `${(count / most) * 100}%`
  stars.append(given)
  return stars
}
