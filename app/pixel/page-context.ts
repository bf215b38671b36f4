/** All that decides what is told, as it stands at one moment. */
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { Visitor } from './core.ts'
import type { PageFacts } from './renderer.ts'

export type PageContext = Pick<PixelPayload, 'counts' | 'phrases'> & {
  facts: PageFacts
  /** Unix seconds. */
  now: number
  /** The page's path, with the query where page rules look at it. */
  address: string
  /** What kind of page it is. */
  kind: string
  isMobile: boolean
  /** ISO 3166-1 alpha-2 of the visitor; null when the server doesn't say. */
  country: string | null
  visitor: Pick<Visitor, 'isReturning' | 'seen'>
  /** Says yes, or answers an element, when the page has one of that selector. */
  hasPlace: (selector: string) => boolean | Element | null
}
