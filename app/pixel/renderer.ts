/**
 * Interface between the core, which every page loads, and the renderer, which is loaded when there
 * is something to show. Both are from the same build.
 */
import type { PixelItem, PixelNudge, PixelPhrases } from '#app/contract/pixel.ts'
import type { View } from './core.ts'
import type { ReportEvent } from './track.ts'

/** Facts from the page API. All of them may be missing, and can change. */
export type PageFacts = {
  path: string
  /** One of the contract's kinds, or the page's own word. */
  kind?: string | undefined
  product?:
    | { id?: string | undefined; stock?: number | undefined; image?: string | undefined }
    | undefined
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

/** One showing of one item of a nudge. `payload` has the nudge's own options. */
export type Showing = Pick<View, 'now' | 'begunAt' | 'parts' | 'load' | 'payload' | 'isOver'> & {
  nudge: PixelNudge
  item: PixelItem
  report: ReportEvent
  /** The item's text now. */
  formatText: () => ItemText | null
  /** Calls back when the page's facts change. Returns a function that stops it. */
  onFacts: (work: () => void) => () => void
  /**
   * The nudge has left the page: time over, closed, all nudges turned off, or nothing to show any
   * more before it was visible; or no room for it, off everything that can be pressed.
   */
  onGone: (how: 'over' | 'closed' | 'off' | 'unseen' | 'no_room') => void
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
  /**
   * Adds an item's optional parts to the card's body, whose first element has the text. Returns a
   * function to call with each new text.
   */
  enrich: (body: HTMLElement, item: PixelItem, phrases: PixelPhrases) => (text: ItemText) => void
  /** Fills the panel that explains a nudge. */
  explain: (panel: HTMLElement, why: readonly string[], about: Explaining) => void
  /** Draws an inline nudge, until the view is over. */
  inline: (showing: Showing) => void
}
