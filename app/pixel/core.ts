/**
 * Interface between the core and the scripts that it loads on demand: one that shows nudges (play/,
 * card/), one for features that only some pages use (facts/), one for forms that count as sign-ups
 * (forms/), one for features that few nudges use (more/), one for the few page loads that
 * measure Web Vitals (speed/), and one for sites with push messages (push/).
 */
import type { PixelForm } from '#app/contract/forms.ts'
import type { PixelItem, PixelNudge, PixelPayload } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { Load } from './loader.ts'
import type { PageContext } from './page-context.ts'
import type { FetchedPayload } from './payload.ts'
import type { More, PageFacts, ItemText } from './renderer.ts'
import type { sharedCard } from './card/shared-card.ts'
import type { sharedCore } from './shared-core.ts'
import type { ReportEvent } from './track.ts'

/**
 * Known facts about a visitor. Without consent nothing is kept beyond the page, except that they
 * turned nudges off in this tab.
 */
export type Visitor = {
  /** Their id, once they have consented. */
  id?: string | undefined
  /** Null without consent. */
  isReturning: boolean | null
  /** Claims that they have seen. */
  seen: string[]
  /** Those that they have seen during this visit. */
  recent?: string[]
  /** Number of nudges shown during this visit. */
  shown: number
  closed: number
  isOff: boolean
  /** When they ordered, signed up or wrote a review on this page, on a monotonic clock. */
  actedAt?: number
  /** Call after a change. */
  save: () => void
}

export type Core = {
  facts: PageFacts
  visitor: Visitor
  report: ReportEvent
  /** Fetches the payload; null when there is nothing to show, for any reason. */
  ask: (query?: string) => Promise<FetchedPayload | null>
  /** Calls back when the page's facts change. Returns a function that stops it. */
  onFacts: (work: () => void) => () => void
  /** Call when they have changed. */
  announce: () => void
  makeId: () => string
  /** Shows and reports nothing from now on. */
  stop: () => void
}

/** The text of an item, or why it isn't shown. */
export type FormattedItem = ItemText | NotShownReason

/** One view of a page. */
export type View = {
  payload: PixelPayload
  /** A different number on each page view. */
  turn: number
  core: Core
  /** Unix seconds, synchronized with the server. */
  now: () => number
  /** When the view started, by that clock. */
  begunAt: number
  format: (item: PixelItem) => FormattedItem
  parts: Partial<Parts>
  load: Load
  /** True after the end. */
  isOver: () => boolean
  /** Shows nothing until the next view. */
  end: () => void
}

/** Shows nudges one after the other for the duration of the view. */
export type PlayNudges = (view: View) => {
  add: (nudges: readonly PixelNudge[]) => void
  /** Removes what is shown. */
  end: () => void
}

/** The owner's preview, which replaces the core's start. */
export type StartPreview = (
  core: Core,
  /** The link's token, or what an earlier page of the tab stored. */
  opened: string,
  /** Each call starts a view of the page. The core reports nothing unless the preview is refused. */
  proceed: (isRefused?: boolean) => void,
) => void

/** Functions of the other scripts, once they are loaded. */
export type Parts = More & {
  play: PlayNudges
  /** For items whose text isn't final. */
  fill: (item: PixelItem, moment: PageContext) => FormattedItem
  /** Sends heartbeats from now on; `begunAt` is when the visit started. */
  beat: (core: Core, begunAt: number) => void
  /** Handles a call of the page API, made while the page was on `path`. */
  call: (core: Core, call: unknown, path: string) => void
  /** Watches this page's forms, and goals, from now on. */
  forms: (view: View, forms: readonly PixelForm[] | undefined) => void
  /** Watches the forms. @param isAllowed whether they can be read, see facts/consent.ts */
  capture: (
    core: Core,
    forms: readonly PixelForm[],
    isAllowed: (asks: boolean | undefined) => boolean | undefined,
  ) => void
  preview: StartPreview
  /** Reports Web Vitals when the page is left. */
  vitals: (view: View) => void
  /** Offers push messages for the duration of the view. */
  offerPush: (view: View) => void
}

declare global {
  interface Window {
    /**
     * The only global. Before the pixel has loaded, it is the page's list of calls; afterwards
     * calls are handled immediately. A second pixel on the page sees `version` and does nothing.
     * The other scripts register through `render`.
     */
    footfall?: {
      push: (call: unknown) => unknown
      version?: number
      render?: (parts: Partial<Parts>) => void
      /** Modules that they take from scripts that ran before them. */
      tools?: Partial<typeof sharedCore & typeof sharedCard>
    }
  }
}
