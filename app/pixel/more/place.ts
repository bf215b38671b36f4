/** Creates the placement of an inline nudge. */
import type { PixelNudge } from '#app/contract/pixel.ts'
import { findElement } from '../page.ts'

const sides = {
  before: 'beforebegin',
  after: 'afterend',
  prepend: 'afterbegin',
  append: 'beforeend',
} as const

/** An empty element at its placement; null when the page has none. */
export const makePlace = ({ placement }: PixelNudge): HTMLElement | null => {
  const neighbour = placement && findElement(placement.selector)
  if (!neighbour) return null

  // A custom element name, because themes hide every `div:empty`, and a shadow root doesn't count
  // as content.
  const place = document.createElement('footfall-inline')
  neighbour.insertAdjacentElement(sides[placement.where], place)
  return place
}
