/** A site's nudges for other programs, with their figures as in the list of nudges. */
import { and, asc, gt, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { NudgeAnswer, SetUpNudge } from '#app/contract/statistics.ts'
import { nudges } from '#app/db/schema/index.ts'
import { readNudge, revisionOf } from '#app/domain/nudges/editing/load-nudge.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { lastDays } from '#app/domain/stats/range.ts'
import { dayAt, spanOf } from '#app/lib/days/counted-days.ts'
import { cursorId, defineCursor } from '#app/lib/cursor.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { noFigures, readNudgeFigures } from '#app/presenters/nudge-list/figures.server.ts'
import { figureDays } from '#app/presenters/nudge-list/nudge-list.server.ts'

const columns = {
  id: nudges.id,
  uuid: nudges.uuid,
  name: nudges.name,
  type: nudges.type,
  surface: nudges.surface,
  state: nudges.state,
  publishedAt: nudges.publishedAt,
}

const isListed = (site: SiteScope) => and(inSite(nudges, site), isNull(nudges.archivedAt))

const nudgeCursor = defineCursor('nudges', z.object({ id: cursorId }))

type NudgePage = { nudges: NudgeAnswer[]; nextCursor: string | null }

/**
 * Oldest first, without archived ones.
 *
 * @throws Refusal `invalid` at the cursor when it isn't one of ours
 */
export async function listApiNudges(
  services: Services,
  site: SiteScope,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<NudgePage> {
  const after = cursor === undefined ? 0 : nudgeCursor.require(cursor).id
  const rows = await services.db.asTeam(site, (tx) =>
    tx
      .select(columns)
      .from(nudges)
      .where(and(isListed(site), gt(nudges.id, after)))
      .orderBy(asc(nudges.id))
      .limit(limit + 1),
  )
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    nudges: await withFigures(services, site, page),
    nextCursor: last ? nudgeCursor.write(last) : null,
  }
}

/** With its settings. @throws Refusal `not_found`, also for an archived one */
export async function readApiNudge(
  services: Services,
  site: SiteScope,
  uuid: string,
): Promise<SetUpNudge> {
  const nudge = await readNudge(services, site, uuid)
  if (nudge.archivedAt !== null) throw new Refusal('not_found', 'Nudge not found.')
  const { name } = nudge.settings
  const [found] = await withFigures(services, site, [{ ...nudge, name }])
  if (!found) throw new Error('A nudge has no figures.')
  return {
    ...found,
    version: nudge.version,
    revision: revisionOf(nudge),
    has_draft: nudge.hasDraft,
    publish_at: nudge.publishAt?.toISOString() ?? null,
    updated_at: nudge.updatedAt.toISOString(),
    settings: nudge.settings,
    published_settings: nudge.published,
  }
}

type Row = {
  id: number
  publishedAt: Date | null
} & Pick<NudgeAnswer, 'uuid' | 'name' | 'type' | 'surface' | 'state'>

async function withFigures(
  services: Services,
  site: SiteScope,
  rows: readonly Row[],
): Promise<NudgeAnswer[]> {
  const figures = await readNudgeFigures(services, site, {
    ids: rows.map(({ id }) => id),
    window: spanOf(site.timeZone, lastDays(dayAt(site.timeZone, services.now()), figureDays)),
  })
  return rows.map(({ id, publishedAt, uuid, name, type, surface, state }) => {
    const { shown, clicks } = figures.get(id) ?? noFigures
    return {
      uuid,
      name,
      type,
      surface,
      state,
      published_at: publishedAt?.toISOString() ?? null,
      impressions: shown,
      clicks,
    }
  })
}
