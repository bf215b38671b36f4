/**
 * What the public edge tells the pixel. Installed scripts live for years: a field
 * may be added, none may change its meaning, and `version` says which reading is meant.
 */
import type { PixelForm } from './forms.ts'
import type { NudgeRules } from './nudge-rules.ts'
import type { NudgeType } from './nudges.ts'
import type { NotShownReason, Unshown } from './pixel-events.ts'
import type { SiteOptions } from './site-options.ts'

export const contractVersion = 1

/** `GET /api/pixel/{uuid}`. Everything in it is public. */
export type PixelPayload = {
  version: typeof contractVersion
  options: PixelOptions
  nudges: PixelNudge[]
  /** Nudges that are on, but have nothing to tell here: named, so that they can be counted. */
  unshown?: Unshown[]
  /** Why there are no nudges although the site has some: told, so that it can be counted. */
  withheld?: 'holdout' | 'plan_limit' | 'paused'
  /** Present when a published nudge tells how many are there. */
  counts?: PixelCounts
  /** Forms whose sending is a sign-up. The first one that fits a form holds. */
  forms?: PixelForm[]
  /** Acts of visitors that reach a goal. Present when the site has such goals. */
  goals?: PixelGoal[]
  phrases: PixelPhrases
  /** By the type of a nudge: a line on a square of 24, for items without an image. */
  drawings?: Partial<Record<NudgeType, string>>
  /** Only in the answer to a preview link: the owner alone gets it, and nothing of it is counted. */
  preview?: PixelPreview
}

/**
 * What the pixel needs of the site's options. Which facts may be shown, in which language and under
 * which heading, was decided before.
 */
export type PixelOptions = Pick<
  SiteOptions,
  | 'timings'
  | 'offset'
  | 'position'
  | 'mobilePosition'
  | 'animation'
  | 'maxNudges'
  | 'limitNudges'
  | 'loop'
  | 'nudgeRandomization'
  | 'closeNudgeBehaviour'
  | 'ignoreQueryParameters'
  | 'theme'
  | 'imagePosition'
  | 'inlineBorder'
  | 'showClose'
  | 'direction'
> & {
  /** The site's colour as it can be read on a light card, and on a dark one: `#rrggbb`. */
  accents: [string, string]
  /** Where the link to us leads, when there is one. */
  brandUrl?: string
  /** Inline nudges have it as well. */
  brandsInline?: true
}

export type PixelNudge = {
  /** The nudge's uuid, sent back with each event. */
  id: string
  type: NudgeType
  surface: 'popup' | 'inline'
  items: PixelItem[]
  /** The words over it, such as "Selling fast". Absent: none. */
  heading?: string
  /** Absent: on every page, for everybody. */
  rules?: NudgeRules
  /** ISO 3166-1 alpha-2 of visitors who may see it. Absent: all. */
  countries?: string[]
  /** Of an inline nudge: where it stands. Nothing is shown on a page without such an element. */
  placement?: { selector: string; where: 'before' | 'after' | 'prepend' | 'append' }
  /** Stays until it is closed. */
  isPersistent?: true
  /** The next item with each page view. */
  rotates?: true
  /** Nobody is shown the same item twice. */
  skipsSeen?: true
  /** What it rests on, sentence by sentence, for whoever asks why it is shown. */
  why: string[]
  /** What differs from the options of the site. */
  look?: PixelLook
}

export type PixelLook = Partial<
  Pick<PixelOptions, 'accents' | 'theme' | 'imagePosition' | 'inlineBorder'>
>

/** Reached by a click on an element, or by sending a form, that the selector fits. */
export type PixelGoal = {
  /** The goal's uuid. */
  goal: string
  on: 'click' | 'submit'
  /** CSS. What no browser understands fits nothing. */
  selector: string
}

/**
 * Distinct visitors, rounded down where it can't be told whether two are one. The viewer is among
 * them: what is shown is one less, and a nudge's minimum applies to that. Windows in seconds.
 */
export type PixelCounts = {
  /** Until when they may be told, in Unix seconds: "now" is over soon. */
  until: number
  /** How long somebody counts as present after the last sign. */
  window: number
  visitors: number
  /** By path; the most visited ones with at least two. */
  pages: Record<string, number>
  /** By the shop's own name of the product. */
  products: Record<string, number>
  /** In how many visitors' carts a product was put. */
  carts: { window: number; products: Record<string, number> }
}

/** One thing to tell. What is in `title` and `text` is shown as text, never as markup. */
export type PixelItem = {
  /** The claim that the server can resolve to what is behind it. */
  claim: string
  title: string
  text: string
  /** Unix seconds of the activity, for the age line. */
  at?: number
  /** http(s) only, or absent. */
  image?: string
  /** One letter that stands for the person, for an item without an image. */
  initial?: string
  url?: string
  /** Of a review 1 to 5, of a summary with one decimal. */
  stars?: number
  /** Ready to be copied. */
  code?: string
  /** The small print of an offer, one tap away. */
  conditions?: string
  /** Unix seconds: before `from` and from `until` on it is not told. */
  from?: number
  until?: number
  /** `{left}` in the text stands for the time until `until`. */
  countsDown?: true
  /** `#` in title and text stands for a number that the page or `counts` know. */
  count?: PixelCount
  /** `{missing}` stands for what the page's cart lacks. */
  threshold?: PixelThreshold
  /** `{name}` and `{name|instead}` stand for what the page told. Without either there is nothing to tell. */
  hasVariables?: true
  /** ISO 3166-1 alpha-2 of visitors whom it is about; `*`: all who are in no other item of the nudge. */
  country?: string
  /** Path of the page of the product that it is about: on another product's page it is not told. */
  page?: string
}

/** Where a number comes from that only the page's moment knows, and when it is worth a word. */
export type PixelCount = {
  /**
   * - `visitors`: others on the site. - `page`: others on this page. - `carts`: others with the page's
   *   product in the cart. - `stock`: of the page's product. - `paths`: `totals` of this page's path.
   */
  of: 'visitors' | 'page' | 'carts' | 'stock' | 'paths'
  minimum: number
  /** More are told as `maximum` and a plus; of stock, more are not told at all. */
  maximum?: number
  /** The text by plural form (see `phrases.plural`); the item's own `text` is empty then. */
  forms: string[]
  totals?: Record<string, number>
  /** Told only while the page's product has stock, as far as the page says. */
  stock?: PixelStock
}

/** The stock that a count is told with. Absent, 0 or more than `maximum`: nothing is told. */
export type PixelStock = {
  maximum: number
  /** `forms` are told, with `{stock}` for what is left, while that is at most `cover` times the count. */
  cover: number
  forms: string[]
}

/** Free delivery from an amount on. */
export type PixelThreshold = {
  /** In the currency's main unit. */
  amount: number
  currency: string
  /** How an amount is written: `#` stands for the number, `digits` for its decimals. */
  format: { text: string; decimal: string; group: string; digits: number }
  /** The text when the cart has reached it, and when it is empty. Absent: nothing is shown then. */
  reached?: string
  empty?: string
}

/** Ready words in the site's language: the pixel itself never formats. */
export type PixelPhrases = {
  close: string
  region: string
  ago: AgoPhrase[]
  /**
   * The plural form of a whole number: the digit at its place, for numbers from 200 on the digit at
   * 100 + the last two digits. Absent: 0 for one, 1 for all else.
   */
  plural?: string
  /** The panel that says why a nudge is shown. */
  why: string
  turnOff: string
  copy: string
  copied: string
  /** For who does not see the stars: `#` stands for their number. */
  stars: string
  /** `{h}`, `{m}` and `{d}` stand for whole hours, minutes and days. */
  left: { days: string; hours: string; minutes: string }
  /** What a link to us says. Absent: no link. */
  brand?: string
}

/** What stands over a preview on the owner's own page. */
export type PixelPreview = {
  /** That it is one, and that nobody else sees it. */
  title: string
  /** That nothing is counted. */
  note: string
  /** Over the list of nudges that are not shown on this page. */
  unshown: string
  /** Stands instead of the list when the site has no nudge at all. */
  none: string
  /** The button. */
  end: string
  /** The owner's names of the nudges, by uuid. */
  names: Record<string, string>
  reasons: Partial<Record<NotShownReason, string>>
}

/** A bucket of ages: an age in seconds below `below` is told in whole units of `unit` seconds, `#`. */
export type AgoPhrase = {
  below: number
  unit: number
  /** By plural form. */
  forms: string[]
}
