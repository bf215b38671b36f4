/**
 * Everything that a shop's visitors can read of ours, in one language. A language is one file with
 * this type; a missing text doesn't compile.
 */
import type { ActivitySource } from '#app/contract/activity-sources.ts'
import type { PixelPhrases } from '#app/contract/pixel.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'

/**
 * A text by plural category (CLDR); `#` is the number. Missing categories use `other`, so that
 * languages whose whole numbers have `many` for most numbers write it as `other`.
 */
export type Forms = { other: string } & Partial<
  Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>
>

/** In the text of a nudge, in the middle of a sentence. */
export type PlaceWords = {
  /**
   * The country with its preposition; null when it isn't known, which puts the name in parentheses.
   * `isIslands`: an archipelago or a dependent territory, whose prepositions follow no rule.
   */
  country: (name: string, isIslands: boolean) => string | null
  city: (name: string) => string
  /** Whole phrases of countries that break the rule; by ISO 3166-1 alpha-2. */
  irregular: Partial<Record<string, string>>
}

/** After a person's name, which can be of any gender. */
type Predicates = {
  purchase: {
    /** `{product}` */
    bought: string
    something: string
  }
  conversion: {
    /** `{goal}`: what for, in the shop's words. */
    forGoal: string
    signedUp: string
  }
}

/** Texts around reviews. The review itself is always the customer's. */
type ReviewWords = {
  /** `{words}`: the customer's words. */
  quote: string
  /** For a review without text. `#`: its stars. */
  stars: Forms
  /** `#`: the number of all reviews; `{average}`. */
  average: Forms
  /** The source says that a customer wrote it. */
  verified: string
}

/** Texts that don't depend on the type: buttons, ages, the panel. */
type Phrases = Pick<PixelPhrases, 'close' | 'region' | 'why' | 'gotIt' | 'turnOff'> &
  Required<Pick<PixelPhrases, 'copy' | 'copied' | 'stars' | 'left'>> & {
    /** Ages are true and coarse: never finer than an hour. */
    lastHour: string
    hours: Forms
    days: Forms
    /** `#` is our product's name. */
    brand: string
  }

/** Sentences of the panel about activities. `{within}`: the time frame. */
type Explanation =
  /** The data shown or counted. */
  | 'order'
  | 'signup'
  | 'review'
  | 'orders'
  | 'productOrders'
  | 'signups'
  | 'reviews'
  /** Average and number that a review site publishes. */
  | 'publishedReviews'
  /** Average and number of reviews here, when a nudge shows a selection of them. */
  | 'approvedReviews'
  /** Names: full names, first names only, or none. */
  | 'names'
  | 'firstNames'
  | 'noNames'
  /** `#`: the minimum number from one city. */
  | 'city'
  /** How it is known, where a nudge shows data from any source. */
  | 'byEither'
  /** Also when some of it was imported. */
  | 'byAny'
  | 'leftOut'
  | 'stock'
  /** Stock with a time below it. */
  | 'stockFromFeed'
  /** `{source}`: its name in the shop's words. */
  | 'source'

/** The texts of the types of nudges, by the type's name. */
type TypeWords = {
  /** `{window}` is "in the last 24 hours"; `#` is the number of other visitors' carts. */
  cartCounter: { added: Forms; why: string[] }
  /**
   * Number of sign-ups. Not of people, since reports without an email address can't be
   * distinguished. `{within}`: the time frame; `{goal}`: what for, in the shop's words.
   */
  conversions: { signups: Forms; forGoal: Forms }
  /** `{shop}` is the site's host. Custom messages have a `title`, and `byHand` in their panel. */
  custom: { from: string; page: string; title: string; byHand: string }
  deliveryDate: {
    title: string
    /** The pixel fills in `{left}`; `{day}` is the latest day of arrival. */
    beforeCutOff: string
    /** `{days}` is a day, or a range of two. */
    afterCutOff: string
    /** `{weekday}` and `{date}`, for example "24 November"; `{number}` is the day of the month. */
    day: string
    firstDay: string
    lastDay: string
    why: string[]
  }
  discount: {
    /** `{amount}`, and `{scope}` as entered by the owner. */
    off: string
    offScope: string
    /** `{code}`. */
    withCode: string
    withoutCode: string
    /** The pixel fills in `{left}`. */
    ends: string
    why: string
    whyEnd: string
  }
  freeDelivery: {
    /** The pixel fills in `{missing}`. */
    missing: string
    reached: string
    /** `{amount}` is the threshold. */
    empty: string
    why: string[]
  }
  /**
   * Number of orders. Not of people, since someone who ordered twice counts twice. `{within}`: the
   * time frame; `{site}`: the site's host.
   */
  purchases: {
    /** On a product's page. */
    ofProduct: Forms
    ofSite: Forms
  }
  /**
   * A product that sells, and whether it will sell out soon. `#`: orders; `{within}`: the time
   * frame; `{stock}`: remaining stock.
   */
  sellingOut: {
    /** Sells out within days at the current rate. */
    out: Forms
    quickly: Forms
  }
  stockLevel: {
    /** When there is no restock soon. */
    scarce: Forms
    plain: Forms
    why: string
    whyScarce: string
    whyPlain: string
  }
  /** `#` is the number of others, without the reader; `{window}` is "in the last hour". */
  visitor: PresenceWords
  /** The same of the whole site. `{shop}` is its host. */
  visitors: PresenceWords
  /** The last sentence of both. */
  presenceFloor: string
}

type PresenceWords = { now: Forms; within: Forms; whyNow: string; whyWithin: string }

export type LanguageWords = Predicates &
  TypeWords & {
    direction: 'ltr' | 'rtl'
    person: {
      /** `{name}`, with what politeness demands. */
      named: string
      /** Replaces the name when none can be shown. */
      someone: string
    }
    places: PlaceWords
    review: ReviewWords
    /** Default headings of the categories. */
    headings: Record<keyof SiteOptions['categoryTitles'], string>
    phrases: Phrases
    /** Time frames. */
    windows: { minutes: Forms; hours: Forms; days: Forms }
    /** Where data comes from, when a nudge is limited to one source. */
    sources: Record<ActivitySource, string>
    why: Record<Explanation, string>
    /** For reviews selected by their stars. `#`: the fewest stars. */
    chosenReviews: Forms
  }
