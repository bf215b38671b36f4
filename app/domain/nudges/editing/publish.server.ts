/** Publishes drafts, immediately or on schedule. */
import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { nudges, nudgeVersions, sites, teams } from '#app/db/schema/index.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { endExperiments } from '../experiments/end-experiments.server.ts'
import { allowsFeature } from '#app/domain/plans/features.ts'
import { provenSite, provenTeam, type SiteScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Finding } from '../linter/finding.ts'
import { lintNudge } from '../linter/lint-nudge.ts'
import { lockNudge, whereNudge, type EditedNudge } from './load-nudge.server.ts'
import { sameSettings } from './drafts.server.ts'
import { nextVersion } from './version-numbers.server.ts'
import { contentErrors } from '../types/registry.ts'

type Who = {
  uuid: string
  /** Null: published on schedule. */
  userId: number | null
  /** Publishes only if it is still due: the owner may have changed the schedule. */
  dueAt?: Date
}

/**
 * Publishes what the editor shows.
 *
 * @throws Refusal `not_found`; `invalid` with the linter's findings at the fields
 */
export async function publishNudge(
  { db, now, siteCache }: Services,
  site: SiteScope,
  { uuid, userId, dueAt }: Who,
): Promise<void> {
  const at = now()
  await changeSite({ db, siteCache }, site, async (tx) => {
    const nudge = await lockNudge(tx, site, uuid)
    if (dueAt !== undefined && !isDue(nudge, dueAt)) return
    refuseInvalid(nudge, at)
    await refuseUnpaid(tx, site, nudge)
    const { settings, published, version } = nudge
    const isNew = published === null || !sameSettings(published, settings)
    const next = published === null || !isNew ? version : await nextVersion(tx, nudge)
    await tx
      .update(nudges)
      .set({
        ...settings,
        state: 'published',
        draft: null,
        publishAt: null,
        archivedAt: null,
        version: next,
        publishedAt: at,
        updatedAt: at,
        ...(userId === null ? {} : { userId }),
      })
      .where(whereNudge(site, uuid))
    if (!isNew) return
    await storeVersion(tx, site, { nudge, version: next, userId, at })
    await endExperiments(tx, site, { nudgeIds: [nudge.id], at })
  })
}

const isDue = ({ publishAt, archivedAt }: EditedNudge, at: Date): boolean =>
  publishAt !== null && publishAt <= at && archivedAt === null

async function storeVersion(
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

/** @throws Refusal `invalid` */
export function refuseInvalid({ type, surface, settings }: EditedNudge, at: Date): void {
  const errors = {
    ...contentErrors(type, settings.content),
    ...blocksOf(lintNudge({ type, surface, settings, at })),
  }
  if (Object.keys(errors).length === 0) return
  throw new Refusal('invalid', 'It can’t be published as it is.', { errors })
}

/** The plan may have changed since the draft was saved. @throws Refusal `invalid` */
async function refuseUnpaid(
  tx: Queries,
  site: SiteScope,
  { settings }: EditedNudge,
): Promise<void> {
  if (settings.query.skipSeenNudges !== true) return
  const [team] = await tx.select({ plan: teams.plan }).from(teams).where(inTeam(teams, site))
  if (team && allowsFeature(team.plan, 'skipSeenNudges')) return
  throw new Refusal('invalid', 'It can’t be published as it is.', {
    errors: { 'query.skipSeenNudges': ['The organization’s plan does not include this.'] },
  })
}

function blocksOf(findings: readonly Finding[]): Record<string, readonly string[]> {
  const errors: Record<string, string[]> = {}
  for (const { level, field, sentence } of findings) {
    if (level === 'block') errors[field] = [...(errors[field] ?? []), sentence]
  }
  return errors
}

/**
 * Schedules the draft for publication; null cancels the schedule.
 *
 * @throws Refusal `not_found`; `invalid` for a time in the past, and for what couldn't be published
 */
export async function schedulePublishing(
  { db, now }: Services,
  site: SiteScope,
  { uuid, publishAt }: { uuid: string; publishAt: Date | null },
): Promise<void> {
  const at = now()
  if (publishAt !== null && publishAt <= at) {
    throw refuseField('publishAt', 'Choose a moment that is still to come.')
  }
  await db.asTeam(site, async (tx) => {
    const nudge = await lockNudge(tx, site, uuid)
    if (publishAt !== null) {
      refuseInvalid(nudge, publishAt)
      await refuseUnpaid(tx, site, nudge)
    }
    await tx.update(nudges).set({ publishAt, updatedAt: at }).where(whereNudge(site, uuid))
  })
}

/**
 * Publishes everything that is due. Drafts that can't be published any more lose their schedule.
 */
export async function publishDue(services: Services): Promise<number> {
  const { db, now, log } = services
  const at = now()
  const due = await db.system
    .select({
      uuid: nudges.uuid,
      userId: nudges.userId,
      teamId: nudges.teamId,
      siteId: sites.id,
      siteUuid: sites.uuid,
    })
    .from(nudges)
    .innerJoin(sites, eq(sites.id, nudges.siteId))
    .where(and(isNotNull(nudges.publishAt), lte(nudges.publishAt, at), isNull(nudges.archivedAt)))
  for (const { uuid, teamId, siteId, siteUuid } of due) {
    const site = provenSite(provenTeam(teamId), { id: siteId, uuid: siteUuid })
    try {
      await publishNudge(services, site, { uuid, userId: null, dueAt: at })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log.warn({ nudge: uuid, code: error.code }, 'a nudge could not be published when it was due')
      // A nudge that no longer exists has no schedule to clear.
      if (error.code === 'invalid') {
        await schedulePublishing(services, site, { uuid, publishAt: null })
      }
    }
  }
  return due.length
}
