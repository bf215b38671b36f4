/**
 * A nudge type in one object: its data, words, settings, form and readiness. The payload, the preview,
 * the panel "why am I seeing this", the lists, the editor and docs/nudges.md are all made from it.
 * docs/nudge-types.md walks through a new one.
 */
import type { z } from 'zod'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import type { PixelItem } from '#app/contract/pixel.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import type { TemplateValues, TemplateVariable } from '../../message-template.ts'
import type { Finding } from '../../linter/finding.ts'
import type { ContentFields } from './fields.ts'
import type { NudgeData } from './nudge-data.ts'
import type { Readiness, ReadinessData } from './readiness.ts'
import type { PageFact } from '#app/domain/wording/preview-words.ts'
import type { WordsOf } from '#app/domain/wording/words-of.ts'

export type CompileContext = {
  /** Queries on the site that the nudge belongs to. */
  data: NudgeData
  /** The site's host, as visitors know it. */
  siteName: string
  query: NudgeQuery
  /** The owner's content, already validated by the type's schema; null for types without. */
  content: unknown
  options: SiteOptions
  words: WordsOf
  at: Date
  /** See `sites.withdrawals`. */
  withdrawals: number
  /** The shop's ids of products in carts that the payload counts. */
  cartedProducts: readonly string[]
}

/**
 * The basis of a claim.
 * - `activity`: one activity.
 * - `activities`: a count of activities within the time frame.
 * - `presence`: a count of visitors who are present.
 * - `page`: reported by the page's script.
 * - `owner`: entered by the owner.
 */
export type Basis = 'activity' | 'activities' | 'presence' | 'page' | 'owner'

export type CompiledItem = {
  item: Omit<PixelItem, 'claim'>
  /** For the basis `activity`. */
  activityId?: number
  /** Its product's page, which may name an image if the activity has none. Null: unknown. */
  productUrl?: string | null
  /** The visitor's text as one sentence, with `#` for a number that only the page knows. */
  sentence: string
  /** Some or all of the data was imported. */
  isFromFile?: boolean
  /** When its stock was read from a feed or file. Absent: it shows no such stock. */
  readAt?: Date
  /** Values for the owner's template. Absent: doesn't support templates. */
  templateData?: {
    values: TemplateValues
    /** The number shown, if the server knows it. */
    count?: number
    /** Fills the parts that a template leaves empty. Absent: those of the item. */
    unfilled?: Pick<PixelItem, 'title' | 'text'>
  }
  /** Average and number are those that a review source publishes. */
  isPublished?: boolean
}

/** An empty list means "no data". A count that is too low is reported separately. */
type CompiledItems = CompiledItem[] | 'below_minimum'

/** Input for the texts about a claim. */
export type RuleContext = Omit<CompileContext, 'data' | 'withdrawals' | 'cartedProducts'> & {
  /** Some of the data was imported. */
  isFromFile?: boolean
  /** Some of the stock comes from a feed or file. */
  isFromFeed?: boolean
  /** Average and number are those that a review source publishes. */
  isPublished?: boolean
}

/** Subjects that a nudge's number can count. */
export type Counted =
  | 'orders'
  | 'productOrders'
  | 'signups'
  | 'reviews'
  | 'visitors'
  | 'carts'
  | 'stock'

type NudgeLabels = {
  name: string
  /** Describes what it shows, in a sentence or two. */
  about: string
  /** Noun for what it shows or counts, after exactly one and after other numbers. */
  one: string
  many: string
  /** Editor labels that differ from the general ones. */
  options?: Partial<Record<keyof NudgeQuery, string>>
}

export type LintContext = { query: NudgeQuery; at: Date }

export type NudgeDefinition = {
  type: NudgeType
  surfaces: readonly ('popup' | 'inline')[]
  /** Selects the heading above the nudge, and its group in the gallery. */
  category: keyof SiteOptions['categoryTitles']
  basis: Basis
  /** The activities that it shows or counts. Absent: none. */
  activityKind?: ActivityKind
  /** Absent: it shows no number. */
  counts?: Counted
  /** The fact that the page's script has to report for it, which the owner must allow. */
  pageFact?: PageFact
  /** Product feeds provide the same data. */
  readsProductFeeds?: boolean
  /** Position among the recommended types, from 1. Absent: never recommended. */
  rank?: number
  /** Query options that it reads. */
  reads: readonly (keyof NudgeQuery)[]
  /** Options that differ from the general defaults. */
  defaults: Partial<NudgeQuery>
  /** Bounds of `minimum` in the editor, where it isn't a count. */
  minimumRange?: { least: number; most: number }
  /** Unit of `duration` in the editor. Absent: minutes. */
  durationUnit?: 'hours'
  /** Shape of what the owner fills in. Null: nothing. */
  content: z.ZodType | null
  /** Complete content with every property, for tests and the gallery. Absent: there is no content. */
  example?: unknown
  /** How the editor asks for it. Null: nothing to fill in. */
  fields: ContentFields | null
  /** Findings about the content that only this type knows. */
  lint?: (content: Record<string, unknown>, context: LintContext) => Finding[]
  /** Placeholders of a custom message. Null: the type takes no custom message. */
  message: {
    placeholders: readonly TemplateVariable[]
    /** The placeholder of its number, which every custom text must contain. */
    number?: TemplateVariable
  } | null
  labels: NudgeLabels
  /** Path data of a line drawing on a square of 24, for items without an image. */
  drawing: string
  /** Whether the site has the data that it needs. */
  needs: (known: ReadinessData, definition: NudgeDefinition) => Readiness
  compile: (context: CompileContext) => Promise<CompiledItems>
  /** The rule behind the claim, in English, for anyone who asks what it is based on. */
  rule: (context: RuleContext) => string
  /** Time frame of the claim in seconds; 0: none. */
  windowSeconds: (query: NudgeQuery) => number
  /**
   * For visitors: what is counted, over which time, whether names are changed, how it is checked.
   */
  why: (context: RuleContext) => string[]
  /** For docs/nudges.md and the editor. */
  about: { data: string; hidesWhen: string }
}

/** Checks the literal in place, and types the parameters of its functions. */
export const defineNudge = (definition: NudgeDefinition): NudgeDefinition => definition
