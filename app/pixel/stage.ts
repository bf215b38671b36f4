/**
 * What the core (what every page loads) and the renderer (fetched once something will be shown) say to
 * each other. They are two scripts of one build and always of one version.
 */
import type { PixelItem, PixelNudge, PixelPayload } from '../contract/pixel.ts'
import type { Report } from './track.ts'

/** One item of one nudge, to be shown once. */
export type Showing = { nudge: PixelNudge; item: PixelItem }

/** What the page itself told through the page API; all of it may be missing and may change. */
export type PageFacts = {
  path: string
  /** One of the contract's kinds, or a word of the page's own. */
  kind?: string | undefined
  product?:
    { id?: string | undefined; stock?: number | undefined; image?: string | undefined } | undefined
  cart?: { amount?: number | undefined; currency?: string | undefined } | undefined
  variables: Record<string, string | number>
}

/** The words of an item at this moment, ready to be shown; null when there is nothing to tell now. */
export type Words = {
  title: string
  text: string
  /** Of free delivery: how much of the threshold the cart has reached, from 0 to 1. */
  reached?: number
}

export type Stage = {
  payload: PixelPayload
  report: Report
  /** Asked again whenever the page's facts or the minute changed. */
  tell: (item: PixelItem) => Words | null
  /** The server's clock, as far as it is known, in Unix seconds. */
  now: () => number
  /** Calls back when facts of the page changed. Call the answer to stop. */
  onFacts: (work: () => void) => () => void
  /**
   * The nudge has left the page: its time was over, it was closed, the visitor turned all off, or it
   * had nothing to tell any more before anybody saw it.
   */
  onGone: (how: 'over' | 'closed' | 'off' | 'unseen') => void
}

/** What the renderer's script hands over when it has loaded. */
export type Renderer = {
  popup: (showing: Showing, stage: Stage) => void
  /** Draws inside of `place`; the nudge stays with the page. Call the answer to take it out. */
  inline: (showing: Showing, stage: Stage, place: Element) => () => void
}
