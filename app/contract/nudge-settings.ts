/** All that an owner decides about one nudge: what its editor holds, a draft keeps and a version remembers. */
import { z } from 'zod'
import { nudgeContents } from './nudge-content.ts'
import {
  nudgePlacement,
  storedRules,
  type NudgePlacement,
  type StoredRules,
} from './nudge-rules.ts'
import { nudgeQuery, type NudgeQuery, type NudgeType } from './nudges.ts'
import { siteOptions } from './site-options.ts'

/** Two sentences fit into a card of 320 pixels. */
const maxTemplate = 160

const template = z
  .string()
  .trim()
  .max(maxTemplate, `must have at most ${String(maxTemplate)} characters`)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not have control characters')

/**
 * The owner's own words instead of the type's. `{name}` and `{name|instead}` stand for a fact of what is
 * told; without the fact and without an "instead" the item is not told at all.
 */
export const nudgeMessage = z.object({
  /** Empty: the type's own. */
  title: template,
  text: template,
  /** Of a count: the text for exactly one. Empty: the same as `text`. */
  one: template,
})
export type NudgeMessage = z.infer<typeof nudgeMessage>

/** What a nudge may wear other than its site. */
export const nudgeLook = siteOptions.pick({
  theme: true,
  color: true,
  imagePosition: true,
  showNudgeTitle: true,
  inlineBorder: true,
})
export type NudgeLook = z.infer<typeof nudgeLook>

export const nudgeName = z
  .string()
  .trim()
  .min(1, 'Give it a name.')
  .max(80, 'Use at most 80 characters.')

/** The content is judged by the shape of its type, see `contentShape`. */
export const nudgeSettings = z.object({
  name: nudgeName,
  query: nudgeQuery.partial(),
  content: z.unknown(),
  rules: storedRules.partial(),
  placement: nudgePlacement.nullable(),
  message: nudgeMessage.nullable(),
  look: nudgeLook.partial(),
})
export type NudgeSettings = {
  name: string
  /** What differs from the type's own. */
  query: Partial<NudgeQuery>
  content: unknown
  /** What differs from "everywhere, always, to everybody". */
  rules: Partial<StoredRules>
  placement: NudgePlacement | null
  message: NudgeMessage | null
  look: Partial<NudgeLook>
}

/** The shape of what an owner types into a nudge of the type; null for types without. */
export const contentShape = (type: NudgeType): z.ZodType | null =>
  type in nudgeContents ? nudgeContents[type as keyof typeof nudgeContents] : null

/** A nudge that was just begun. */
export const freshSettings = (name: string): NudgeSettings => ({
  name,
  query: {},
  content: null,
  rules: {},
  placement: null,
  message: null,
  look: {},
})
