/** From a draft to what pages are told, now or later. */
import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import { contentShape, type NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import type { Queries } from '#app/db/db.ts'
import { nudges, nudgeVersions, sites, teams } from '#app/db/schema/index.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { fieldErrors } from '#app/lib/web/forms.ts'
import type { Services } from '#app/services.ts'
import { endExperiments } from '../experiments/end-experiments.server.ts'
import { allowsFeature } from '#app/domain/plans/features.ts'
import { provenSite, provenTeam, type SiteScope } from '#app/domain/scope.ts'
import type { Finding } from '../linter/finding.ts'
import { lintNudge } from '../linter/lint-nudge.ts'
import { lockNudge, whereNudge, type EditedNudge } from './load-nudge.server.ts'
import { sameSettings } from './drafts.server.ts'
import { nextVersion } from './version-numbers.server.ts'

type Who = {
  uuid: string
  /** Null: nobody's hand, its time had come. */
  userId: number | null
  /** Only if it is still to be published by then: the owner may have thought better of it. */
  dueAt?: Date
}

/**
 * What the editor shows becomes what pages are told.
 *
 * @throws Refusal `not_found`; `invalid` with the linter's sentences at the fields
 */
export async function publishNudge(
  { db, now, siteCache }: Services,
  site: SiteScope,
  { uuid, userId, dueAt }: Who,
): Promise<void> {
  const at = now()
  await db.asTeam(site, async (tx) => {
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
        ...{ state: 'published', draft: null, publishAt: null, archivedAt: null, version: next },
        ...{ publishedAt: at, updatedAt: at },
        ...(userId === null ? {} : { userId }),
      })
      .where(whereNudge(site, uuid))
    if (!isNew) return
    await storeVersion(tx, site, { nudge, version: next, userId, at })
    await endExperiments(tx, site, { nudgeIds: [nudge.id], at })
  })
  siteCache.invalidate(site.siteUuid)
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
      ...{ nudgeId: nudge.id, version, teamId: site.teamId, siteId: site.siteId },
      ...{ settings: nudge.settings, userId, createdAt: at },
    })
    // Another road published the first version of a nudge before versions were kept.
    .onConflictDoUpdate({
      target: [nudgeVersions.nudgeId, nudgeVersions.version],
      set: { settings: nudge.settings, userId, createdAt: at },
    })
}

/** @throws Refusal `invalid` */
export function refuseInvalid({ type, surface, settings }: EditedNudge, at: Date): void {
  const errors = {
    ...contentErrors(type, settings),
    ...blocksOf(lintNudge({ type, surface, settings, at })),
  }
  if (Object.keys(errors).length === 0) return
  throw new Refusal('invalid', 'It can’t be published as it is.', { errors })
}

/** What a plan no longer allows may have been saved under a better one. @throws Refusal `invalid` */
async function refuseUnpaid(
  tx: Queries,
  site: SiteScope,
  { settings }: EditedNudge,
): Promise<void> {
  if (settings.query.skipSeenNudges !== true) return
  const [team] = await tx.select({ plan: teams.plan }).from(teams).where(eq(teams.id, site.teamId))
  if (team && allowsFeature(team.plan, 'skipSeenNudges')) return
  throw new Refusal('invalid', 'It can’t be published as it is.', {
    errors: { 'query.skipSeenNudges': ['The organization’s plan does not include this.'] },
  })
}

/** What the shape of the type says of what was typed. */
export function contentErrors(
  type: NudgeType,
  { content }: Pick<NudgeSettings, 'content'>,
): Record<string, readonly string[]> {
  const parsed = contentShape(type)?.safeParse(content ?? {})
  if (parsed === undefined || parsed.success) return {}
  return Object.fromEntries(
    Object.entries(fieldErrors(parsed.error)).map(([field, messages]) => [
      `content.${field}`,
      messages,
    ]),
  )
}

function blocksOf(findings: readonly Finding[]): Record<string, readonly string[]> {
  const errors: Record<string, string[]> = {}
  for (const { level, field, sentence } of findings) {
    if (level === 'block') errors[field] = [...(errors[field] ?? []), sentence]
  }
  return errors
}

/**
 * The draft is published by itself at that moment; null takes that back.
 *
 * @throws Refusal `not_found`; `invalid` for a moment that is over, and for what could not be published
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

/** Publishes what is due. What can't be published any more stays a draft, without its moment. */
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
      // One that is gone by now has no moment to take back.
      if (error.code === 'invalid') {
        await schedulePublishing(services, site, { uuid, publishAt: null })
      }
    }
  }
  return due.length
}
