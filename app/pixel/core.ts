/**
 * What the core has in common with the scripts that it fetches when they are needed: one with all that
 * shows (play/, card/), one for what only some pages and nudges ask for (facts/).
 */
import type { NotShownReason, PixelItem, PixelNudge, PixelPayload } from '../contract/pixel.ts'
import type { Moment } from './moment.ts'
import type { PageFacts, Renderer, Words } from './stage.ts'
import type { Report } from './track.ts'

/**
 * What is remembered of a visitor. Without his consent nothing of it outlives the page, but for his
 * own wish to be shown nothing more in this tab.
 */
export type Visitor = {
  /** His name among visitors, once he agreed to have one. */
  id?: string | undefined
  /** Null when nobody may know. */
  isReturning: boolean | null
  /** The claims that he saw. */
  seen: string[]
  /** Nudges of this visit. */
  shown: number
  closed: number
  isOff: boolean
  /** To be called after a change. */
  save: () => void
}

export type Core = {
  facts: PageFacts
  visitor: Visitor
  report: Report
  /** Calls back when facts of the page changed. Call the answer to stop. */
  onFacts: (work: () => void) => () => void
  /** To be called when they did. */
  announce: () => void
  makeId: () => string
  /** Nothing more is shown or reported. */
  stop: () => void
}

/** The words of an item, or why there is nothing to tell. */
export type Told = Words | NotShownReason

/** One view of a page. */
export type View = {
  payload: PixelPayload
  /** Another number with each page view. */
  turn: number
  core: Core
  /** The server's clock, as far as it is known, in Unix seconds. */
  now: () => number
  /** When it said that the view began. */
  begunAt: number
  tell: (item: PixelItem) => Told
  parts: Partial<Parts>
  /** True once it is ended. */
  isOver: () => boolean
  /** Nothing more is shown until the next view. */
  end: () => void
}

/** Shows what it is given, one after the other, for as long as the view lasts. */
export type Play = (view: View) => {
  add: (nudges: readonly PixelNudge[]) => void
  /** Takes out what is shown. */
  end: () => void
}

/** What the other scripts hand over when they have loaded. */
export type Parts = Renderer & {
  play: Play
  /** Of an item whose words are not ready as they are. */
  tellItem: (item: PixelItem, moment: Moment) => Told
  /** Takes one call of the page's. */
  take: (core: Core, call: unknown) => void
}

declare global {
  interface Window {
    /**
     * The one global. Before the pixel has loaded it is the page's own list of calls; from then on it
     * takes them at once. A second pixel on a page sees `version` and does nothing; the other scripts
     * hand themselves over through `render`.
     */
    footfall?: {
      push: (call: unknown) => unknown
      version?: number
      render?: (parts: Partial<Parts>) => void
    }
  }
}
