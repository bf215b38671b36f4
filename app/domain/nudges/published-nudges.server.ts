/** Loads and validates published nudges: stored ones may be older than the current schema. */
import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import {
  everywhere,
  nudgePlacement,
  storedRules,
  type NudgeHours,
  type NudgePlacement,
  type NudgeRules,
} from '#app/contract/nudge-rules.ts'
import {
  nudgeLook,
  nudgeMessage,
  type NudgeLook,
  type NudgeMessage,
  type NudgeSettings,
} from '#app/contract/nudge-settings.ts'
import { nudgeQuery, nudgeTypes, type NudgeQuery, type NudgeType } from '#app/contract/nudges.ts'
import type { Queries } from '#app/db/db.ts'
import { nudges } from '#app/db/schema/nudges.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { contentShape, fullQuery, inlineNudgeTypes } from './types/registry.ts'

export type StoredNudge = Awaited<ReturnType<typeof listPublished>>[number]

/** Popups and inline nudges, in display order. */
export async function listPublished(tx: Queries, site: SiteScope) {
  const stored = await listWhere(tx, site, eq(nudges.state, 'published'))
  return stored.map(({ draft: _draft, ...nudge }) => nudge)
}

/**
 * As if drafts were published: one nudge in any state, or without a uuid everything that pages
 * would show.
 */
export async function listPreviewed(tx: Queries, site: SiteScope, uuid: string | null) {
  const which =
    uuid === null
      ? and(inArray(nudges.state, ['draft', 'published']), isNull(nudges.archivedAt))
      : eq(nudges.uuid, uuid)
  const stored = await listWhere(tx, site, which)
  return stored.map(({ draft, ...nudge }) =>
    draft === null ? nudge : { ...nudge, ...withoutName(draft) },
  )
}

/** The name is not part of what visitors see. */
const withoutName = ({ name: _name, ...settings }: NudgeSettings) => settings

const listWhere = (tx: Queries, site: SiteScope, which: SQL | undefined) =>
  tx
    .select({
      id: nudges.id,
      uuid: nudges.uuid,
      shortId: nudges.shortId,
      type: nudges.type,
      surface: nudges.surface,
      query: nudges.query,
      content: nudges.content,
      rules: nudges.rules,
      placement: nudges.placement,
      message: nudges.message,
      look: nudges.look,
      draft: nudges.draft,
      version: nudges.version,
    })
    .from(nudges)
    .where(and(inSite(nudges, site), which, inArray(nudges.surface, ['popup', 'inline'])))
    .orderBy(asc(nudges.position), asc(nudges.id))

/** Guarantees for the type's definition and the pixel. */
export type ValidNudge = {
  type: NudgeType
  surface: 'popup' | 'inline'
  query: NudgeQuery
  /** In the type's schema; null for types without. */
  content: unknown
  /** Null: on every page, for everyone. */
  rules: NudgeRules | null
  /** Weekly schedule in the site's time zone. Null: always. */
  hours: NudgeHours | null
  placement: NudgePlacement | null
  /** Null: the type's text. */
  message: NudgeMessage | null
  /** Overrides of the site's look. */
  look: Partial<NudgeLook>
}

const header = z.union([
  z.object({ type: z.enum(nudgeTypes), surface: z.literal('popup') }),
  z.object({
    type: z.enum(nudgeTypes).refine((type) => inlineNudgeTypes.includes(type)),
    surface: z.literal('inline'),
  }),
])

const settings = z.object({
  query: nudgeQuery.partial(),
  rules: storedRules.partial(),
  placement: nudgePlacement.nullable(),
  message: nudgeMessage.nullable(),
  look: nudgeLook.partial(),
})

/** @throws ZodError when it can't be shown */
export function validateNudge(stored: StoredNudge): ValidNudge {
  const { type, surface } = header.parse(stored)
  const { query, rules, placement, message, look } = settings.parse(stored)
  const { hours = null, ...rest } = present(rules)
  const full = { ...everywhere, ...rest }
  return {
    type,
    surface,
    query: fullQuery(type, present(query)),
    content: validateContent(type, stored.content),
    rules: JSON.stringify(full) === JSON.stringify(everywhere) ? null : full,
    hours,
    placement: surface === 'inline' ? placement : null,
    message,
    look: present(look),
  }
}

/** Types without required content accept none. */
function validateContent(type: NudgeType, content: unknown): unknown {
  return contentShape(type)?.parse(content ?? {}) ?? null
}

/** Without undefined fields, which would override the defaults. */
const present = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
