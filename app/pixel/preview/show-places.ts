/** Shows the owner where inline nudges are: rings each one, and scrolls to the first. */
import { guarded } from '../guard.ts'

export const showPlaces = () => {
  const shown = new Set<Element>()

  const look = guarded(() => {
    for (const place of document.querySelectorAll<HTMLElement>('footfall-inline')) {
      if (shown.has(place) || !place.firstElementChild) continue
      place.style.outline = '3px solid #4ade93'
      place.style.outlineOffset = '3px'
      if (!shown.size) place.scrollIntoView({ block: 'center' })
      shown.add(place)
    }
  })

  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}
