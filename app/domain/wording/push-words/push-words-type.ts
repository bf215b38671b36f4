import type { PixelPushTexts, PushKind } from '#app/contract/push.ts'

/** Everything about push messages that a shop's visitors can read of ours, in one language. */
export type PushWords = {
  /** The pixel's. */
  texts: PixelPushTexts
  /** Buttons of a message: as short as possible, because phones cut them. */
  open: string
  stop: string
  /** Names of the kinds. */
  kinds: Record<PushKind, string>
  /** The page with preferences. */
  page: {
    /** `{shop}` */
    title: string
    why: string
    /** `{date}`; the words that the visitor agreed to follow. */
    agreed: string
    save: string
    saved: string
    stopAll: string
    stopped: string
    /** The link's subscription no longer exists. */
    expired: string
    /** A kind can only be turned on where its words are shown. */
    turnOn: string
  }
}
