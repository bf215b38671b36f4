/** What was published before, by whom, and the way back. */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import { nudgeExperiments, nudges, nudgeVersions, users } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { whereNudge, readNudge } from './load-nudge.server.ts'
import { saveDraft } from './drafts.server.ts'

export type NudgeVersion = {
  version: number
  at: Date
  /** Null: the account is gone, or its time had come. */
  by: string | null
  /** It was told to one side of an experiment, and never published. */
  isExperiment: boolean
  settings: NudgeSettings
}

/** So many stand on one screen. */
const listed = 50

/** Newest first. @throws Refusal `not_found` */
export async function listVersions(
  services: Services,
  site: SiteScope,
  uuid: string,
): Promise<NudgeVersion[]> {
  const { id } = await readNudge(services, site, uuid)
  // Names stand with the accounts, which no team's transaction sees.
  return services.db.system
    .select({
      version: nudgeVersions.version,
      at: nudgeVersions.createdAt,
      by: users.name,
      settings: nudgeVersions.settings,
      isExperiment: sql<boolean>`exists (
        select from ${nudgeExperiments} as experiment
        where experiment.nudge_id = ${nudgeVersions.nudgeId}
          and experiment.version_b = ${nudgeVersions.version}
          and experiment.kept is distinct from 'b')`,
    })
    .from(nudgeVersions)
    .leftJoin(users, eq(users.id, nudgeVersions.userId))
    .where(and(eq(nudgeVersions.nudgeId, id), eq(nudgeVersions.siteId, site.siteId)))
    .orderBy(desc(nudgeVersions.version))
    .limit(listed)
}

/** Its settings become the draft: nothing is published by it. @throws Refusal `not_found` */
export async function restoreVersion(
  services: Services,
  site: SiteScope,
  { uuid, version, userId }: { uuid: string; version: number; userId: number },
): Promise<void> {
  const found = await services.db.asTeam(site, async (tx) => {
    const [row] = await tx
      .select({ settings: nudgeVersions.settings })
      .from(nudgeVersions)
      .innerJoin(nudges, eq(nudges.id, nudgeVersions.nudgeId))
      .where(and(whereNudge(site, uuid), eq(nudgeVersions.version, version)))
    return row
  })
  if (!found) throw new Refusal('not_found', 'There is no such version.')
  await saveDraft(services, site, { uuid, userId, settings: found.settings })
}
