/**
 * Settings of nudges as programs send them: the schemas that are stored, closed, with the options and
 * the content of the type. Incomplete drafts are fine; whether they can be published is decided then.
 */
import { z } from 'zod'
import { closed, closedObject } from '#app/contract/api/closed-object.ts'
import { nudgePlacement, storedRules } from '#app/contract/nudge-rules.ts'
import { nudgeLook, nudgeMessage, nudgeSettings } from '#app/contract/nudge-settings.ts'
import { nudgeQuery, nudgeTypes, type NudgeType } from '#app/contract/nudges.ts'
import { fieldErrors, validateInput } from '#app/lib/web/forms.ts'
import { allDefinitions, contentShape, nudgeDefinitions } from '../types/registry.ts'
import type { Surface } from './load-nudge.server.ts'
import type { ReadSettings } from './read-settings.ts'

const surfaces = ['popup', 'inline'] as const

const settingsOf = (query: z.ZodType, content: z.ZodType) =>
  closedObject({
    name: nudgeSettings.shape.name.describe('Only you see it.'),
    query: query.default({}).describe('Options that differ from the defaults of the type.'),
    content: content.default(null).describe('What the type needs from you. Null: nothing.'),
    rules: closed(storedRules.partial())
      .default({})
      .describe('Where, when and to whom it shows. Empty: everywhere, always, to everyone.'),
    placement: closed(nudgePlacement)
      .nullable()
      .default(null)
      .describe('Where an inline nudge is placed.'),
    message: closed(nudgeMessage)
      .nullable()
      .default(null)
      .describe('Your wording. Null: the type’s.'),
    look: closed(nudgeLook.partial())
      .default({})
      .describe('What differs from the look of the site.'),
  })

/** The settings of a type: options that it doesn't read would have no effect, so it has none. */
const settingsOfType = (type: NudgeType) => {
  const read = Object.fromEntries(nudgeDefinitions[type].reads.map((name) => [name, true]))
  const query = closed(nudgeQuery.pick(read as Record<keyof typeof nudgeQuery.shape, true>))
  return settingsOf(closedObject(query.partial().shape), z.unknown())
}

const contents = [...new Set(allDefinitions.map(({ content }) => content))]
  .filter((content) => content !== null)
  .map((content) => closed(content))

/** Settings of any type, for the API's description. */
const anySettings = settingsOf(
  closed(nudgeQuery.partial()).describe('Each type takes only the options that it reads.'),
  z.union([...contents, z.null()]),
)

const head = {
  type: z.enum(nudgeTypes, `Send ${nudgeTypes.join(', ')}.`),
  surface: z
    .enum(surfaces, 'Send popup or inline.')
    .describe('Inline nudges are in the page. Not every type can be one.'),
}

/** How a new nudge and a change are documented. */
export const describedNewNudge = closedObject({ ...head, settings: anySettings })
export const describedNudgeChange = closedObject({
  settings: anySettings.describe('Replaces all settings of the draft.'),
})

const anything = closedObject({
  settings: z.unknown().refine((sent) => sent !== undefined, 'Send an object with a name.'),
})

/** A new nudge as it was sent. Its settings are read by its type. */
export const newNudgeInput = closedObject({ ...head, ...anything.shape })
/** New settings of a nudge. */
export const nudgeChangeInput = anything

/** Reads settings of a nudge of that type. Content can be incomplete, but has no unknown fields. */
export function readSentSettings(
  { type, surface }: { type: NudgeType; surface: Surface },
  sent: unknown,
): ReadSettings {
  const read = validateInput(settingsOfType(type), sent ?? {})
  const unknownContent = unknownIn(type, sent)
  if (!read.ok) return { settings: noSettings, errors: { ...read.errors, ...unknownContent } }
  const given = read.value as ReadSettings['settings']
  const settings = { ...given, content: contentShape(type) ? given.content : null }
  const isMisplaced = surface === 'popup' && settings.placement !== null
  return {
    settings,
    errors: {
      ...unknownContent,
      ...(isMisplaced ? { placement: ['Only inline nudges have a placement.'] } : {}),
    },
  }
}

/** Used when settings couldn't be read: the request is refused before anyone looks at them. */
const noSettings: ReadSettings['settings'] = {
  name: '',
  query: {},
  content: null,
  rules: {},
  placement: null,
  message: null,
  look: {},
}

function unknownIn(type: NudgeType, sent: unknown) {
  if (typeof sent !== 'object' || sent === null || !('content' in sent)) return {}
  const { content } = sent
  if (content === null || content === undefined) return {}
  const { error } = closed(contentShape(type) ?? z.object({})).safeParse(content)
  const issues = (error?.issues ?? []).filter(({ code }) => code === 'unrecognized_keys')
  const errors = fieldErrors(new z.ZodError(issues))
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [`content.${field}`, messages]),
  )
}
