/** Everything that decides what is shown, at one moment. */
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { Visitor } from './core.ts'
import type { PageFacts } from './renderer.ts'

export type PageContext = Pick<PixelPayload, 'counts' | 'phrases'> & {
  facts: PageFacts
  /** Unix seconds. */
  now: number
  /** The page's path, with its query if page rules use it. */
  address: string
  /** Kind of page. */
  kind: string
  isMobile: boolean
  /** ISO 3166-1 alpha-2 of the visitor; null when the server doesn't send it. */
  country: string | null
  visitor: Pick<Visitor, 'isReturning' | 'seen'>
  /** Truthy when the page has an element that matches the selector. */
  hasPlace: (selector: string) => boolean | Element | null
}
