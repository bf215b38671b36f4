/**
 * What the core (what every page loads) and the renderer (fetched once something will be shown) say to
 * each other. They are two scripts of one build and always of one version.
 */
import type { PixelItem, PixelNudge, PixelPayload, PixelPhrases } from '#app/contract/pixel.ts'
import type { Layer } from './card/layer.ts'
import type { ReportEvent } from './track.ts'

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
export type ItemText = {
  title: string
  text: string
  /** Of free delivery: how much of the threshold the cart has reached, from 0 to 1. */
  reached?: number
}

export type RenderContext = {
  payload: PixelPayload
  report: ReportEvent
  /** Asked again whenever the page's facts or the minute changed. */
  formatItem: (item: PixelItem) => ItemText | null
  /** The server's clock, as far as it is known, in Unix seconds. */
  now: () => number
  /** Calls back when facts of the page changed. Call the answer to stop. */
  onFacts: (work: () => void) => () => void
  /**
   * The nudge has left the page: its time was over, it was closed, the visitor turned all off, or it
   * had nothing to tell any more before anybody saw it.
   */
  onGone: (how: 'over' | 'closed' | 'off' | 'unseen') => void
  /** What few nudges need: there after `fetchMore`, unless it could not be had. */
  more: Partial<More>
  /** Calls back when it has been fetched, or could not be had. */
  fetchMore: (work: () => void) => void
}

type Explaining = {
  phrases: PixelPhrases
  /** To be called when the visitor wants no more of them here. */
  turnOff: () => void
}

/** What few nudges need beside their words and their picture; fetched when the first of them comes. */
export type More = {
  /** Adds to a card what its item has besides. The answer is to be called with later words. */
  enrichCard: (layer: Layer, item: PixelItem, phrases: PixelPhrases) => (words: ItemText) => void
  /** Fills the panel that says why a nudge is shown. */
  explainNudge: (panel: HTMLElement, why: readonly string[], about: Explaining) => void
  /** Draws a nudge inside of the page, where it stays. Call the answer to take it out. */
  showInline: (showing: Showing, stage: RenderContext) => () => void
}
