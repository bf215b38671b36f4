/** Publishes what the editor sends or has saved, immediately or on schedule. */
import { and, gt, isNull, lte } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { nudges } from '#app/db/schema/nudges.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { endExperiments } from '../experiments/experiments.server.ts'
import { forEachDueSite } from '#app/domain/find-scope.server.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { findPublishErrors, refusePublishing, refuseUnpublishable } from '../linter/lint-nudge.ts'
import {
  findPlanErrors,
  lockNudge,
  sameSettings,
  validateDraft,
  whereNudge,
  type Checked,
  type EditedNudge,
  type FormEdit,
} from './load-nudge.server.ts'
import { refuseRestoring } from './nudge-limits.server.ts'
import { nextVersion, storeVersion } from './versions.server.ts'

/**
 * Saves the editor's form and publishes it. A refusal changes nothing, not even the draft.
 *
 * @throws Refusal `not_found`; `invalid` with messages at the paths of the settings; `conflict` for
 * an archived nudge when the site has too many
 */
export async function saveAndPublish(
  { db, now, siteCache }: Services,
  site: SiteScope,
  { uuid, userId, read }: FormEdit,
): Promise<void> {
  const at = now()
  await changeSite({ db, siteCache }, site, async (tx) => {
    await lockSite(tx, site)
    const stored = await lockNudge(tx, site, uuid)
    const settings = await validateDraft(tx, site, { ...stored, read })
    const nudge = { ...stored, settings }
    refuseUnpublishable({ ...nudge, at })
    await publish(tx, site, { nudge, userId, at })
  })
}

type Who = {
  uuid: string
  /** Null: published on schedule. */
  userId: number | null
  /** Publishes only if it is still due: the owner may have changed the schedule. */
  dueAt?: Date
} & Checked

/**
 * Publishes what is saved.
 *
 * @throws Refusal `not_found`; `invalid` with messages at the paths of the settings; `conflict` for
 * an archived nudge when the site has too many
 */
export async function publishNudge(
  { db, now, siteCache }: Services,
  site: SiteScope,
  { uuid, userId, dueAt, check }: Who,
): Promise<void> {
  const at = now()
  await changeSite({ db, siteCache }, site, async (tx) => {
    await lockSite(tx, site)
    const nudge = await lockNudge(tx, site, uuid)
    check?.(nudge)
    if (dueAt !== undefined && !isDue(nudge, dueAt)) return
    await refuseStored(tx, site, { nudge, at })
    await publish(tx, site, { nudge, userId, at })
  })
}

const isDue = ({ publishAt, archivedAt }: EditedNudge, at: Date): boolean =>
  publishAt !== null && publishAt <= at && archivedAt === null

type Publishing = { nudge: EditedNudge; at: Date }

/** The plan may have changed since the draft was saved. @throws Refusal `invalid` */
async function refuseStored(
  tx: Queries,
  site: SiteScope,
  { nudge, at }: Publishing,
): Promise<void> {
  refuseUnpublishable({ ...nudge, at })
  const unpaid = await findPlanErrors(tx, site, nudge)
  if (Object.keys(unpaid).length > 0) throw refusePublishing(unpaid)
}

async function publish(
  tx: Queries,
  site: SiteScope,
  { nudge, userId, at }: { nudge: EditedNudge; userId: number | null; at: Date },
): Promise<void> {
  const { settings, published, version, archivedAt } = nudge
  const { name } = settings
  if (archivedAt !== null) await refuseRestoring(tx, site, 1)
  // The name isn't versioned.
  const isNew = published === null || !sameSettings({ ...published, name }, settings)
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
    .where(whereNudge(site, nudge.uuid))
  if (!isNew) return
  await storeVersion(tx, site, { nudge, version: next, userId, at })
  await endExperiments(tx, site, { nudgeIds: [nudge.id], at })
}

/** Whether what is saved could be published now. */
export const canPublish = async (
  services: Services,
  site: SiteScope,
  nudge: EditedNudge,
): Promise<boolean> =>
  (await findStoredErrors(services, site, { nudge, at: services.now() })).length === 0

/** Sentences about what keeps the saved draft from being published on schedule. None without a schedule. */
export async function findScheduleErrors(
  services: Services,
  site: SiteScope,
  nudge: EditedNudge,
): Promise<string[]> {
  const { publishAt } = nudge
  const now = services.now()
  if (publishAt === null) return []
  return findStoredErrors(services, site, { nudge, at: publishAt > now ? publishAt : now })
}

const findStoredErrors = ({ db }: Services, site: SiteScope, { nudge, at }: Publishing) =>
  db.asTeam(site, async (tx) => {
    const unpaid = await findPlanErrors(tx, site, nudge)
    return Object.values({ ...unpaid, ...findPublishErrors({ ...nudge, at }) }).flat()
  })

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
    throw refuseField('publishAt', 'Choose a time in the future.')
  }
  await db.asTeam(site, async (tx) => {
    const nudge = await lockNudge(tx, site, uuid)
    if (publishAt !== null) await refuseStored(tx, site, { nudge, at: publishAt })
    await tx.update(nudges).set({ publishAt, updatedAt: at }).where(whereNudge(site, uuid))
  })
}

/** Due for longer, it waits for its owner: a sale's nudge must not appear weeks after the sale. */
const lateMillis = dayMillis

/**
 * Publishes everything that is due. Drafts that can't be published keep their schedule, which their
 * owner sees with the reason, and are tried again for a day.
 */
export async function publishDue(services: Services): Promise<number> {
  const { db, now, log } = services
  const at = now()
  const tooLate = new Date(at.getTime() - lateMillis)
  const due = await db.system
    .select({ uuid: nudges.uuid, siteId: nudges.siteId })
    .from(nudges)
    .where(and(lte(nudges.publishAt, at), gt(nudges.publishAt, tooLate), isNull(nudges.archivedAt)))
  await forEachDueSite(db.system, due, async (site, { uuid }) => {
    try {
      await publishNudge(services, site, { uuid, userId: null, dueAt: at })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log.info({ nudge: uuid, code: error.code }, 'a nudge could not be published when it was due')
    }
  })
  return due.length
}
