/** Versions of a nudge: their numbers and settings, the history, and restoring one. */
import { and, desc, eq, max, sql } from 'drizzle-orm'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { Queries } from '#app/db/db.ts'
import { users } from '#app/db/schema/ground.ts'
import { nudgeExperiments, nudges, nudgeVersions } from '#app/db/schema/nudges.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { whereNudge, readNudge, type EditedNudge } from './load-nudge.server.ts'
import { saveDraft } from './drafts.server.ts'

export type NudgeVersion = {
  version: number
  at: Date
  /** Null: the account no longer exists, or it was published on schedule. */
  by: string | null
  /** It was variant B of an experiment and never published. */
  isExperiment: boolean
  settings: NudgeSettings
}

/** Maximum per screen. */
const listed = 50

/** Newest first. @throws Refusal `not_found` */
export async function listVersions(
  services: Services,
  site: SiteScope,
  uuid: string,
): Promise<NudgeVersion[]> {
  const { id } = await readNudge(services, site, uuid)
  // Names are in the accounts, which a team's transaction can't read.
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
    .where(and(inSite(nudgeVersions, site), eq(nudgeVersions.nudgeId, id)))
    .orderBy(desc(nudgeVersions.version))
    .limit(listed)
}

/** Restores a version as the draft, without publishing it. @throws Refusal `not_found` */
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
  if (!found) throw new Refusal('not_found', 'Version not found.')
  await saveDraft(services, site, { uuid, userId, settings: found.settings })
}

/** The next free number. Experiments use numbers for variant B without publishing it. */
export async function nextVersion(
  tx: Queries,
  { id, version }: Pick<EditedNudge, 'id' | 'version'>,
): Promise<number> {
  const [stored] = await tx
    .select({ last: max(nudgeVersions.version) })
    .from(nudgeVersions)
    .where(eq(nudgeVersions.nudgeId, id))
  return Math.max(version, stored?.last ?? 0) + 1
}

/** Keeps the settings under their version number, which claims refer to. */
export async function storeVersion(
  tx: Queries,
  site: SiteScope,
  stored: { nudge: EditedNudge; version: number; userId: number | null; at: Date },
): Promise<void> {
  const { nudge, version, userId, at } = stored
  await tx
    .insert(nudgeVersions)
    .values({
      nudgeId: nudge.id,
      version,
      teamId: site.teamId,
      siteId: site.siteId,
      settings: nudge.settings,
      userId,
      createdAt: at,
    })
    // The onboarding path published version 1 before versions were stored.
    .onConflictDoUpdate({
      target: [nudgeVersions.nudgeId, nudgeVersions.version],
      set: { settings: nudge.settings, userId, createdAt: at },
    })
}
