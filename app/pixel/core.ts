/**
 * What the core has in common with the scripts that it fetches when they are needed: one with all that
 * shows (play/, card/), one for what only some pages ask for (facts/), one for what few nudges have
 * (more/), one for the few page loads that measure themselves (speed/).
 */
import type { PixelForm } from '#app/contract/forms.ts'
import type { PixelGoal, PixelItem, PixelNudge, PixelPayload } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { Load } from './loader.ts'
import type { PageContext } from './page-context.ts'
import type { FetchedPayload } from './payload.ts'
import type { More, PageFacts, ItemText } from './renderer.ts'
import type { sharedCore } from './shared-core.ts'
import type { ReportEvent } from './track.ts'

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
  /** When he ordered, signed up or wrote a review on this page, on the clock that nobody sets back. */
  actedAt?: number
  /** To be called after a change. */
  save: () => void
}

export type Core = {
  facts: PageFacts
  visitor: Visitor
  report: ReportEvent
  /** Asks the server what the page may show; null when there is nothing to show, for whatever reason. */
  ask: (query?: string) => Promise<FetchedPayload | null>
  /** Calls back when facts of the page changed. Call the answer to stop. */
  onFacts: (work: () => void) => () => void
  /** To be called when they did. */
  announce: () => void
  makeId: () => string
  /** Nothing more is shown or reported. */
  stop: () => void
}

/** The words of an item, or why there is nothing to tell. */
export type FormattedItem = ItemText | NotShownReason

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
  formatItem: (item: PixelItem) => FormattedItem
  parts: Partial<Parts>
  load: Load
  /** True once it is ended. */
  isOver: () => boolean
  /** Nothing more is shown until the next view. */
  end: () => void
}

/** Shows what it is given, one after the other, for as long as the view lasts. */
export type PlayNudges = (view: View) => {
  add: (nudges: readonly PixelNudge[]) => void
  /** Takes out what is shown. */
  end: () => void
}

/** What the owner's preview takes over before anything has begun. */
export type StartPreview = (
  core: Core,
  /** What stands in the link, or what an earlier page of the tab kept. */
  opened: string,
  /** To be called once; until the preview is refused the core itself reports nothing. */
  proceed: (isRefused?: boolean) => void,
) => void

/** What the other scripts hand over when they have loaded. */
export type Parts = More & {
  playNudges: PlayNudges
  /** Of an item whose words are not ready as they are. */
  fillItem: (item: PixelItem, moment: PageContext) => FormattedItem
  /** Tells from now on that the page is looked at; `begunAt` is when that began. */
  startHeartbeat: (core: Core, begunAt: number) => void
  /** Takes one call of the page's, which was on `path` then. */
  handleCall: (core: Core, call: unknown, path: string) => void
  /** Tells what is sent by these forms, and which of these goals are reached, from now on. */
  watchSubmissions: (
    core: Core,
    forms: readonly PixelForm[] | undefined,
    goals: readonly PixelGoal[] | undefined,
  ) => void
  startPreview: StartPreview
  /** Tells how fast the page is, once it is left. */
  measureVitals: (view: View) => void
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
      /** What they take from the scripts that have run before them. */
      tools?: Partial<typeof sharedCore>
    }
  }
}
