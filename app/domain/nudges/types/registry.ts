/**
 * The tables that follow from the definitions of nudge types. For the server: shapes and words in all
 * languages are more than a browser should load.
 */
import type { z } from 'zod'
import { nudgeTypes, queryDefaults, type NudgeQuery, type NudgeType } from '#app/contract/nudges.ts'
import type { FieldErrors } from '#app/lib/errors.ts'
import { fieldErrors } from '#app/lib/web/forms.ts'
import * as definitions from './definitions.ts'
import type { NudgeDefinition } from './kit/nudge-definition.ts'

/** In the order of the contract. */
export const allDefinitions: readonly NudgeDefinition[] = nudgeTypes.map(findDefinition)

export const nudgeDefinitions = Object.fromEntries(
  allDefinitions.map((definition) => [definition.type, definition]),
) as Record<NudgeType, NudgeDefinition>

export const inlineNudgeTypes: readonly NudgeType[] = allDefinitions
  .filter(({ surfaces }) => surfaces.includes('inline'))
  .map(({ type }) => type)

/** The options of a nudge: what its owner set, over the type's defaults. */
export const fullQuery = (type: NudgeType, stored: Partial<NudgeQuery>): NudgeQuery => ({
  ...queryDefaults,
  ...nudgeDefinitions[type].defaults,
  ...stored,
})

/** Schema of a type's content; null for types without content. */
export const contentShape = (type: NudgeType): z.ZodType | null => nudgeDefinitions[type].content

/** Errors and gaps in a type's content, by path in the settings. */
export function contentErrors(type: NudgeType, content: unknown): FieldErrors {
  const parsed = contentShape(type)?.safeParse(content ?? {})
  if (parsed === undefined || parsed.success) return {}
  return Object.fromEntries(
    Object.entries(fieldErrors(parsed.error)).map(([field, messages]) => [
      `content.${field}`,
      messages,
    ]),
  )
}

/** Line drawings of these types, for the pixel. */
export const drawingsOf = (types: readonly NudgeType[]): Partial<Record<NudgeType, string>> =>
  Object.fromEntries(types.map((type) => [type, nudgeDefinitions[type].drawing]))

function findDefinition(type: NudgeType): NudgeDefinition {
  const found = Object.values<NudgeDefinition>(definitions).filter((one) => one.type === type)
  const [definition] = found
  if (definition === undefined || found.length > 1) {
    throw new Error(`${String(found.length)} definitions of the nudge type ${type}`)
  }
  return definition
}
