/** Reports what happened to one shown nudge, each kind once, and nothing that nobody could see. */
import { silence } from '../quiet.ts'
import type { Showing } from '../stage.ts'
import type { Report } from '../track.ts'

type Told = 'impression' | 'hover' | 'click' | 'close'
export type Tell = (type: Told) => void

export const createTell = ({ nudge, item }: Showing, report: Report): Tell => {
  const told = new Set<Told>()

  const tell: Tell = (type) => {
    if (told.has(type)) return
    // Nobody points at what cannot be seen, and the observer below may be a frame late.
    if (type !== 'impression') tell('impression')
    told.add(type)
    report({ type, nudge: nudge.id, claim: item.claim }, type === 'click' ? 'now' : undefined)
  }

  return tell
}

/**
 * Calls `seen` once half of the element stands inside of the window. A frame scrolled out of sight
 * or a layer hidden by a content blocker never gets there. Call the answer to stop.
 */
export const watchVisible = (element: Element, seen: () => void) => {
  const observer = new IntersectionObserver(
    silence((entries: IntersectionObserverEntry[]) => {
      if (entries.some(({ intersectionRatio }) => intersectionRatio >= 0.5)) seen()
    }),
    { threshold: 0.5 },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
