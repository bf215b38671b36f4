/** A published nudge as the database holds it, judged: what is stored may be older than its shape. */
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { nudgeContents } from '../../contract/nudge-content.ts'
import {
  everywhere,
  nudgePlacement,
  nudgeRules,
  type NudgePlacement,
  type NudgeRules,
} from '../../contract/nudge-rules.ts'
import {
  fullQuery,
  inlineNudgeTypes,
  nudgeQuery,
  nudgeTypes,
  type NudgeQuery,
  type NudgeType,
} from '../../contract/nudges.ts'
import type { Queries } from '../../db/db.ts'
import { nudges } from '../../db/schema/index.ts'
import type { SiteScope } from '../teams/scope.ts'

export type StoredNudge = Awaited<ReturnType<typeof listPublished>>[number]

/** Popups and inline nudges, in the order in which pages show them. */
export const listPublished = (tx: Queries, site: SiteScope) =>
  listWhere(tx, site, eq(nudges.state, 'published'))

/** One nudge in whatever state; without a uuid all that pages will show once the drafts are published. */
export const listPreviewed = (tx: Queries, site: SiteScope, uuid: string | null) =>
  listWhere(
    tx,
    site,
    uuid === null ? inArray(nudges.state, ['draft', 'published']) : eq(nudges.uuid, uuid),
  )

const listWhere = (tx: Queries, site: SiteScope, which: SQL) =>
  tx
    .select({
      id: nudges.id,
      uuid: nudges.uuid,
      type: nudges.type,
      surface: nudges.surface,
      query: nudges.query,
      content: nudges.content,
      rules: nudges.rules,
      placement: nudges.placement,
      version: nudges.version,
    })
    .from(nudges)
    .where(
      and(
        eq(nudges.teamId, site.teamId),
        eq(nudges.siteId, site.siteId),
        which,
        inArray(nudges.surface, ['popup', 'inline']),
      ),
    )
    .orderBy(asc(nudges.position), asc(nudges.id))

/** What its kind and the pixel can rely on. */
export type JudgedNudge = {
  type: NudgeType
  surface: 'popup' | 'inline'
  query: NudgeQuery
  /** In the shape of the type; null for types without. */
  content: unknown
  /** Null: on every page, for everybody. */
  rules: NudgeRules | null
  placement: NudgePlacement | null
}

const header = z.union([
  z.object({ type: z.enum(nudgeTypes), surface: z.literal('popup') }),
  z.object({ type: z.enum(inlineNudgeTypes), surface: z.literal('inline') }),
])

const settings = z.object({
  query: nudgeQuery.partial(),
  rules: nudgeRules.partial(),
  placement: nudgePlacement.nullable(),
})

/** @throws ZodError when it is none that can be shown */
export function judgeNudge(stored: StoredNudge): JudgedNudge {
  const { type, surface } = header.parse(stored)
  const { query, rules, placement } = settings.parse(stored)
  const full = { ...everywhere, ...present(rules) }
  return {
    type,
    surface,
    query: fullQuery(type, present(query)),
    content: judgeContent(type, stored.content),
    rules: JSON.stringify(full) === JSON.stringify(everywhere) ? null : full,
    placement: surface === 'inline' ? placement : null,
  }
}

/** Types whose content has nothing that must be there do without it. */
function judgeContent(type: NudgeType, content: unknown): unknown {
  if (!(type in nudgeContents)) return null
  const shape = nudgeContents[type as keyof typeof nudgeContents]
  return shape.parse(content ?? {})
}

/** Without fields that are undefined: they would hide the defaults. */
const present = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
