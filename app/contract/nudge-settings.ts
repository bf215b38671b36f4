/** All settings of one nudge: what its editor shows, and its drafts and versions store. */
import { z } from 'zod'
import { cardLayouts } from './card-design.ts'
import {
  nudgePlacement,
  storedRules,
  type NudgePlacement,
  type StoredRules,
} from './nudge-rules.ts'
import { nudgeQuery, type NudgeQuery } from './nudges.ts'
import { siteOptions } from './site-options.ts'

/** Two sentences fit into a card of 320 pixels. */
const maxTemplate = 160

const template = z
  .string()
  .trim()
  .max(maxTemplate, `must have at most ${String(maxTemplate)} characters`)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not have control characters')

/**
 * Replaces the type's text. `{name}` and `{name|fallback}` are placeholders for facts of the item.
 * An item that lacks a fact without a fallback isn't shown.
 */
export const nudgeMessage = z.object({
  /** The type's title when empty. */
  title: template,
  text: template,
  /** For counts: the text for exactly one. Same as `text` when empty. */
  one: template,
})
export type NudgeMessage = z.infer<typeof nudgeMessage>

/** The options that a nudge can override, and its layout. */
export const nudgeLook = siteOptions
  .pick({
    theme: true,
    color: true,
    design: true,
    imagePosition: true,
    showNudgeTitle: true,
    inlineBorder: true,
    position: true,
    mobilePosition: true,
  })
  .extend({
    /** Absent: a card. */
    layout: z
      .enum(cardLayouts)
      .describe('A line is for inline nudges, the others are for popups of some types.'),
  })
export type NudgeLook = z.infer<typeof nudgeLook>

const nudgeName = z.string().trim().min(1, 'Enter a name.').max(80, 'Use 80 characters or fewer.')

/** The content has the shape that its type defines. */
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
  /** Overrides of the type's defaults. */
  query: Partial<NudgeQuery>
  content: unknown
  /** Overrides of "everywhere, always, for everyone". */
  rules: Partial<StoredRules>
  placement: NudgePlacement | null
  message: NudgeMessage | null
  look: Partial<NudgeLook>
}

/** A new nudge. Inline nudges start as a line, which has room at most placements. */
export const freshSettings = (
  name: string,
  surface: 'popup' | 'inline' = 'popup',
): NudgeSettings => ({
  name,
  query: {},
  content: null,
  rules: {},
  placement: null,
  message: null,
  look: surface === 'inline' ? { layout: 'line' } : {},
})
