/**
 * What a nudge type is: which facts it tells, in which words, when it keeps silent and what its claim
 * rests on. One definition for each type; the payload, the preview, the panel "why am I seeing this"
 * and docs/nudges.md are all made from it.
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
  /** The site's host, as a visitor knows it. */
  siteName: string
  query: NudgeQuery
  /** What the owner typed, already judged by the type's own shape; null for types without. */
  content: unknown
  options: SiteOptions
  words: WordsOf
  at: Date
  /** See `sites.withdrawals`. */
  withdrawals: number
}

/**
 * What a claim rests on.
 * - `activity`: one activity. - `activities`: all of a kind in the window, counted.
 * - `presence`: signs of visitors, counted while they are there. - `page`: what the page's script told.
 * - `owner`: what the owner typed.
 */
export type Basis = 'activity' | 'activities' | 'presence' | 'page' | 'owner'

export type CompiledItem = {
  item: Omit<PixelItem, 'claim'>
  /** Of basis `activity`. */
  activityId?: number
  /** What the visitor reads, as one sentence; with `#` where only the page knows the number. */
  sentence: string
  /** It rests on what the shop took in from a file, in whole or in part. */
  isFromFile?: boolean
  /** What the owner's own words may say of it. Absent: it takes none. */
  templateData?: {
    values: TemplateValues
    /** The number that is told, where the server knows it. */
    count?: number
  }
}

/** Nothing to tell is an empty list; a count that is too small says so. */
export type CompiledItems = CompiledItem[] | 'below_minimum'

/** What the words about a claim are made from. */
export type RuleContext = Omit<CompileContext, 'tx' | 'withdrawals'> & {
  /** Some of what is told rests on a file. */
  isFromFile?: boolean
}

export type NudgeDefinition = {
  type: NudgeType
  basis: Basis
  /** Which of the site's headings stands over it. */
  category: keyof SiteOptions['categoryTitles']
  /** The options of the query that it reads. */
  reads: readonly (keyof NudgeQuery)[]
  compile: (context: CompileContext) => Promise<CompiledItems>
  /** The rule behind the claim, in English, for whoever asks on what it rests. */
  rule: (context: RuleContext) => string
  /** The window of the claim in seconds; 0: it has none. */
  windowSeconds: (query: NudgeQuery) => number
  /** For visitors: what is counted, over which window, whose names are changed, how it is checked. */
  why: (context: RuleContext) => string[]
  /** For docs/nudges.md. */
  about: { data: string; hidesWhen: string }
}
