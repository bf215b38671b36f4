/**
 * Interface between the core, which every page loads, and the renderer, which is loaded when there
 * is something to show. Both are from the same build.
 */
import type { PixelItem, PixelNudge, PixelPayload, PixelPhrases } from '#app/contract/pixel.ts'
import type { Layer } from './card/layer.ts'
import type { ReportEvent } from './track.ts'

/** One showing of one item of a nudge. */
export type Showing = { nudge: PixelNudge; item: PixelItem }

/** Facts from the page API. All of them may be missing, and can change. */
export type PageFacts = {
  path: string
  /** One of the contract's kinds, or the page's own word. */
  kind?: string | undefined
  product?:
    { id?: string | undefined; stock?: number | undefined; image?: string | undefined } | undefined
  cart?: { amount?: number | undefined; currency?: string | undefined } | undefined
  variables: Record<string, string | number>
}

/** The final text of an item; null when there is nothing to show now. */
export type ItemText = {
  title: string
  text: string
  /** For free delivery: the share of the threshold in the cart, from 0 to 1. */
  reached?: number
}

export type RenderContext = {
  payload: PixelPayload
  report: ReportEvent
  /** Called again whenever the page's facts or the minute change. */
  format: (item: PixelItem) => ItemText | null
  /** Unix seconds, synchronized with the server. */
  now: () => number
  /** Calls back when the page's facts change. Returns a function that stops it. */
  onFacts: (work: () => void) => () => void
  /**
   * The nudge has left the page: time over, closed, all nudges turned off, or nothing to show any
   * more before it was visible.
   */
  onGone: (how: 'over' | 'closed' | 'off' | 'unseen') => void
  /** Features of few nudges. Available after `fetchMore`, unless loading failed. */
  more: Partial<More>
  /** Calls back when they have been loaded, or loading failed. */
  fetchMore: (work: () => void) => void
}

type Explaining = {
  phrases: PixelPhrases
  /** Call when the visitor turns nudges off. */
  turnOff: () => void
  /** Closes the panel. */
  close: () => void
}

/** Features of few nudges, loaded with the first nudge that needs them. */
export type More = {
  /** Adds an item's optional parts to a card. Returns a function to call with each new text. */
  enrich: (layer: Layer, item: PixelItem, phrases: PixelPhrases) => (words: ItemText) => void
  /** Fills the panel that explains a nudge. */
  explain: (panel: HTMLElement, why: readonly string[], about: Explaining) => void
  /** Draws an inline nudge. Returns a function that removes it. */
  inline: (showing: Showing, stage: RenderContext) => () => void
}
