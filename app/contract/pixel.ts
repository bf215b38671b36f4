/**
 * The payload that the public edge serves to the pixel. Installed scripts live for years: fields
 * can be added, but none may change its meaning, and `version` says which meaning applies.
 */
import type { CardLayout } from './card-design.ts'
import type { PixelForm } from './forms.ts'
import type { NudgeRules } from './nudge-rules.ts'
import type { NudgeType } from './nudges.ts'
import type { NotShownReason, Unshown } from './pixel-events.ts'
import type { JoinedScript } from './pixel-scripts.ts'
import type { FormPointingTexts, PointingTexts } from './pointing-texts.ts'
import type { PixelPush } from './push.ts'
import type { SiteOptions } from './site-options.ts'

export const contractVersion = 1

/** `GET /api/pixel/{uuid}`. Everything in it is public. */
export type PixelPayload = {
  version: typeof contractVersion
  options: PixelOptions
  nudges: PixelNudge[]
  /** Published nudges without data here, listed so that the pixel can report them. */
  unshown?: Unshown[]
  /** Why a site with nudges shows none. Sent so that the pixel can report it. */
  withheld?: 'holdout' | 'plan_limit' | 'paused'
  /** Present when a published nudge shows live counts. */
  counts?: PixelCounts
  /** Forms that count as sign-ups. The first one that matches a form applies. */
  forms?: PixelForm[]
  /** Visitor actions that reach a goal. Present when the site has such goals. */
  goals?: PixelGoal[]
  phrases: PixelPhrases
  /** Which script shows the nudges. Absent: `showing`, the one that can show all of them. */
  script?: 'plain'
  /**
   * That script with other parts that the site's nudges need. A field of its own, because cores from
   * before it would run those parts twice, each with its own state.
   */
  joined?: JoinedScript
  /**
   * CSS of cards before that of their design, by nudge type, with the nudge's layout after it
   * where it has one: of both, and of the parts that its items have. Composed on the server, of its own texts.
   */
  layouts?: Record<string, string>
  /** By nudge type: an SVG path in a 24 × 24 box, for items without an image. */
  drawings?: Partial<Record<NudgeType, string>>
  /** Present when the site has push messages. */
  push?: PixelPush
  /** Only in the response to a preview link. Just the owner sees it, and nothing is counted. */
  preview?: PixelPreview
}

/**
 * Site options that the pixel needs. The server has already decided which facts, language and
 * headings to use.
 */
export type PixelOptions = Pick<
  SiteOptions,
  | 'timings'
  | 'offset'
  | 'position'
  | 'mobilePosition'
  | 'animation'
  | 'ignoreQueryParameters'
  | 'imagePosition'
  | 'inlineBorder'
  | 'showClose'
> & {
  loop?: true
  nudgeRandomization?: true
  /** Absent: no limit. */
  maxNudges?: number
  /** Absent: `visit`. */
  closeNudgeBehaviour?: Exclude<SiteOptions['closeNudgeBehaviour'], 'visit'>
  /** Absent: `auto`, like the next. */
  theme?: SiteOptions['theme']
  direction?: Exclude<SiteOptions['direction'], 'auto'>
  /** The site's color with enough contrast on a light card and on a dark one: `#rrggbb`. */
  accents: [string, string]
  /** Target of our link, if any. */
  brandUrl?: string
  /** Shows the link on inline nudges as well. */
  brandsInline?: true
  /**
   * Regular expression for checkouts, without regard to case. Applies to the decoded URL from its
   * path on, with query and fragment. Composed on the server, of literals only.
   */
  checkouts: string
  /** CSS of elements that only checkouts have, for those at any other URL. */
  payFields: string
  /** The nudge's layout, whose CSS is in the payload's layouts. Absent: a card. */
  layout?: CardLayout
  /**
   * CSS of the card's design, after its own. Composed on the server, of its own texts and of colors.
   * Absent or empty: the plain card.
   */
  design?: string
}

export type PixelNudge = {
  /** Unique within the site, and sent with each event. Eight letters, digits, - or _. */
  id: string
  type: NudgeType
  surface: 'popup' | 'inline'
  items: PixelItem[]
  /** Heading, for example "Selling fast". Absent: none. */
  heading?: string
  /** Absent: on every page, for everyone. */
  rules?: NudgeRules
  /** ISO 3166-1 alpha-2 of visitors who can see it. Absent: all. */
  countries?: string[]
  /** Where an inline nudge is placed. Pages without such an element show nothing. */
  placement?: { selector: string; where: 'before' | 'after' | 'prepend' | 'append' }
  /** Stays until it's closed. */
  isPersistent?: true
  /** Shows the next item on each page view. */
  rotates?: true
  /** Shows no item twice to the same visitor. */
  skipsSeen?: true
  /** Is inline, or has items with stars, a code, conditions or a threshold. */
  isRich?: true
  /** The data behind the nudge, in sentences, for the panel "Why am I seeing this?". */
  why: string[]
  /** Overrides of the site's options. */
  look?: PixelLook
}

export type PixelLook = Partial<
  Pick<
    PixelOptions,
    | 'accents'
    | 'design'
    | 'theme'
    | 'imagePosition'
    | 'inlineBorder'
    | 'layout'
    | 'position'
    | 'mobilePosition'
  >
>

/** Reached by a click on an element, or by sending a form, that matches the selector. */
export type PixelGoal = {
  /** The goal's uuid. */
  goal: string
  on: 'click' | 'submit'
  /** CSS. Selectors that the browser doesn't support match nothing. */
  selector: string
}

/**
 * Unique visitors, rounded down where two can't be distinguished. Includes the viewer: the number
 * shown is one less, and a nudge's minimum applies to that. Windows in seconds.
 */
export type PixelCounts = {
  /** Unix seconds until the counts can be shown: "now" expires quickly. */
  until: number
  /** How long a visitor counts as present after the last heartbeat. */
  window: number
  visitors: number
  /** By path: the most visited ones with at least two visitors. */
  pages: Record<string, number>
  /** By the shop's product id. */
  products: Record<string, number>
  /** Number of visitors with a product in their cart. */
  carts: { window: number; products: Record<string, number> }
}

/** One item to show. `title` and `text` are inserted as text, never as markup. */
export type PixelItem = {
  /** The claim's id, like the nudge's. The server resolves it to the data behind it. */
  claim: string
  title: string
  text: string
  /** Unix seconds of the activity, or when stock was read, for its age. */
  at?: number
  /** http(s) only. */
  image?: string
  /** Initial of the person, for an item without an image or whose image can't be loaded. */
  initial?: string
  url?: string
  /** 1 to 5 for a review, with one decimal for a summary. */
  stars?: number
  /** BCP 47: the language of the text, for a review in another one than the nudge. */
  lang?: string
  /** Discount code with a copy button. */
  code?: string
  /** Terms of an offer, one tap away. */
  conditions?: string
  /** Unix seconds: shown from `from` until before `until`. */
  from?: number
  until?: number
  /** `{left}` in the text is the time until `until`. */
  countsDown?: true
  /** `#` in title and text is a number from the page or from `counts`. */
  count?: PixelCount
  /** `{missing}` is the amount that the cart lacks. */
  threshold?: PixelThreshold
  /**
   * `{name}` and `{name|fallback}` are variables of the page. Without either the item isn't shown.
   */
  hasVariables?: true
  /**
   * ISO 3166-1 alpha-2 of visitors whom it's for; `*`: visitors from countries that no other item
   * names.
   */
  country?: string
  /** Path of the page of its product. Hidden on other products' pages. */
  page?: string
  /**
   * From 1. Popups and inline nudges with the same number show the same activity, and never at the
   * same time. Absent: nudges of the other surface don't show it.
   */
  repeat?: number
}

/** Where a number comes from that only the page knows, and its limits. */
export type PixelCount = {
  /**
   * - `visitors`: others on the site.
   * - `page`: others on this page.
   * - `carts`: others with the page's product in the cart.
   * - `stock`: stock of the page's product, as the page reports it; with `totals` their entry of this
   *   page's path, unless the page reports stock.
   * - `paths`: entry of this page's path in `totals`.
   */
  of: 'visitors' | 'page' | 'carts' | 'stock' | 'paths'
  minimum: number
  /** Higher numbers show as `maximum` and a plus. Higher stock isn't shown at all. */
  maximum?: number
  /** The text by plural form (see `phrases.plural`). The item's `text` is empty then. */
  forms: string[]
  totals?: Record<string, number>
  /** Titles that replace the item's, by path. */
  names?: Record<string, string>
  /** Shown only while the page's product is in stock. */
  stock?: PixelStock
}

/** Stock that is shown with a count. Not shown when absent, 0 or above `maximum`. */
export type PixelStock = {
  maximum: number
  /**
   * `forms` apply, with `{stock}` for the stock, while stock is at most `cover` times the count.
   */
  cover: number
  forms: string[]
  /** The stock by path, for pages that don't report any. Absent: the page reports it. */
  totals?: Record<string, number>
}

/** Free delivery from an order value on. */
export type PixelThreshold = {
  /** In the currency's main unit. */
  amount: number
  currency: string
  /** How to format an amount: `#` is the number, `digits` the number of decimals. */
  format: { text: string; decimal: string; group: string; digits: number }
  /**
   * The texts for a cart that reached the amount and for an empty one. Absent: nothing is shown
   * then.
   */
  reached?: string
  empty?: string
}

/** Texts in the site's language, ready to use: the pixel formats nothing itself. */
export type PixelPhrases = {
  /** BCP 47: their language. Absent in earlier payloads. */
  lang?: string
  close: string
  region: string
  ago: AgoPhrase[]
  /**
   * Plural form of a whole number: the digit at its index, and from 200 on the digit at 100 + the
   * last two digits. Absent: 0 for one, 1 for everything else.
   */
  plural?: string
  /** Label of the button that explains a nudge. */
  why: string
  /** Closes the explanation. */
  gotIt: string
  /** Hides all nudges in this browser. */
  turnOff: string
  /** Label of the button next to a code. Absent, like the next two: no item needs it. */
  copy?: string
  copied?: string
  /** Text alternative of the stars: `#` is their number. */
  stars?: string
  /**
   * The language's signs in numbers: between whole and part, and between thousands of whole numbers
   * from `from` on. Absent where no item needs it, and in earlier payloads: as the browser writes them.
   */
  numbers?: { decimal: string; group: string; from: number }
  /** `{d}`, `{h}` and `{m}` are whole days, hours and minutes. */
  left?: { days: string; hours: string; minutes: string }
  /** Text of our link. Absent: no link. */
  brand?: string
}

/** Texts of the preview bar on the owner's page. */
export type PixelPreview = {
  /** Says that this is a preview and no one else sees it. */
  title: string
  /** Says that nothing is counted. */
  note: string
  /** Heading of the list of nudges that this page doesn't show. */
  unshown: string
  /** Replaces the list when the site has no nudges. */
  none: string
  /** Label of the button. */
  end: string
  /**
   * Where visits and goals of a tab that tests a goal are reported, with the link's query. Absent:
   * nothing is reported.
   */
  reportTo?: string
  /** Present while the owner points at the place of an inline nudge. */
  pointing?: PixelPointing
  /** Present while the owner points at a form. */
  formPointing?: { reportTo: string; texts: FormPointingTexts }
  /** The owner's names of the nudges, by id. */
  names: Record<string, string>
  reasons: Partial<Record<NotShownReason | RulePart, string>>
  /** Reasons of single nudges that name their object, by uuid. */
  details?: Record<string, Partial<Record<NotShownReason, string>>>
}

/** How an owner points at the place of an inline nudge on the page. */
type PixelPointing = {
  /** Where the place is reported, with the link's query. */
  reportTo: string
  /** Paths of pages that visitors opened, to look for the place on those like this one. */
  pages: string[]
  texts: PointingTexts
}

/** The targeting rule that excludes a nudge. Replaces `page_rule` in a preview. */
export type RulePart = 'country' | 'page' | 'device' | 'time' | 'audience' | 'kind'

/**
 * A range of ages: an age below `below` seconds is given in whole units of `unit` seconds, as `#`.
 */
export type AgoPhrase = {
  below: number
  unit: number
  /** By plural form. */
  forms: string[]
}
