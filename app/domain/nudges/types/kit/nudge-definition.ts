/**
 * Definition of a nudge type: the facts it shows, its texts, when it shows nothing, and the basis
 * of its claims. The payload, the preview, the panel "Why am I seeing this?" and docs/nudges.md are
 * all generated from it.
 */
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import type { PixelItem } from '#app/contract/pixel.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import type { Queries } from '#app/db/db.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { TemplateValues } from '../../message-template.ts'
import type { WordsOf } from '#app/domain/wording/words-of.ts'

export type CompileContext = {
  tx: Queries
  site: SiteScope
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
  /** What the visitor reads, as one sentence; with `#` for a number that only the page knows. */
  sentence: string
  /** Some or all of the data was imported. */
  isFromFile?: boolean
  /** Values for the owner's template. Absent: doesn't support templates. */
  templateData?: {
    values: TemplateValues
    /** The number shown, if the server knows it. */
    count?: number
  }
}

/** An empty list means "no data". A count that is too low is reported separately. */
export type CompiledItems = CompiledItem[] | 'below_minimum'

/** Input for the texts about a claim. */
export type RuleContext = Omit<CompileContext, 'tx' | 'withdrawals'> & {
  /** Some of the data was imported. */
  isFromFile?: boolean
}

export type NudgeDefinition = {
  type: NudgeType
  basis: Basis
  /** Which of the site's headings it uses. */
  category: keyof SiteOptions['categoryTitles']
  /** Query options that it reads. */
  reads: readonly (keyof NudgeQuery)[]
  compile: (context: CompileContext) => Promise<CompiledItems>
  /** The rule behind the claim, in English, for the API. */
  rule: (context: RuleContext) => string
  /** Time frame of the claim in seconds; 0: none. */
  windowSeconds: (query: NudgeQuery) => number
  /**
   * For visitors: what is counted, over which time, whether names are changed, how it is checked.
   */
  why: (context: RuleContext) => string[]
  /** For docs/nudges.md. */
  about: { data: string; hidesWhen: string }
}
