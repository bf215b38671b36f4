/** Creates, saves and deletes drafts. */
import { and, eq, inArray, max } from 'drizzle-orm'
import { freshSettings, type NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import type { Queries } from '#app/db/db.ts'
import { nudges } from '#app/db/schema/nudges.ts'
import { Refusal } from '#app/lib/errors.ts'
import { shorten } from '#app/lib/storable-text.ts'
import type { Services } from '#app/services.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import {
  lockNudge,
  validateSettings,
  whereNudge,
  readNudge,
  refuseSurface,
  refuseTypeBeyondPlan,
  sameSettings,
  validateDraft,
  type EditedNudge,
  type FormEdit,
  type Surface,
} from './load-nudge.server.ts'
import { makeRoom } from './nudge-limits.server.ts'
import type { ReadSettings } from './read-settings.ts'

export type Begun = {
  type: NudgeType
  surface: Surface
  name: string
  userId: number
  /** Placement of an inline nudge, where it is known. */
  placement?: NudgeSettings['placement']
}

/**
 * Adds it at the end.
 *
 * @throws Refusal `invalid`, also when the plan doesn't include the type; `conflict` when there are
 * too many
 */
export async function createNudge(
  services: Services,
  site: SiteScope,
  { type, surface, name, userId, placement = null }: Begun,
): Promise<string> {
  refuseSurface(type, surface)
  const settings = validateSettings({ ...freshSettings(name, surface), placement })
  return services.db.asTeam(site, (tx) =>
    insertDraft(tx, site, { type, surface, settings, userId, at: services.now() }),
  )
}

/**
 * Creates a draft with settings that a program sent, as far as they could be read.
 *
 * @throws Refusal `invalid` with messages at the paths of the settings; `conflict` when there are
 * too many
 */
export async function createNudgeFrom(
  { db, now }: Services,
  site: SiteScope,
  { type, surface, read, userId }: Omit<Begun, 'name' | 'placement'> & { read: ReadSettings },
): Promise<string> {
  refuseSurface(type, surface)
  return db.asTeam(site, async (tx) => {
    const settings = await validateDraft(tx, site, { type, surface, read })
    return insertDraft(tx, site, { type, surface, settings, userId, at: now() })
  })
}

/**
 * Creates a draft with the settings that the editor shows.
 *
 * @throws Refusal `not_found`, `conflict`, `invalid` when the plan doesn't include the type
 */
export async function duplicateNudge(
  services: Services,
  site: SiteScope,
  { uuid, userId }: { uuid: string; userId: number },
): Promise<string> {
  const { type, surface, settings } = await readNudge(services, site, uuid)
  const name = `${shorten(settings.name, 72)} (copy)`
  return services.db.asTeam(site, (tx) =>
    insertDraft(tx, site, {
      type,
      surface,
      userId,
      at: services.now(),
      settings: { ...settings, name },
    }),
  )
}

type Inserted = {
  type: NudgeType
  surface: Surface
  settings: NudgeSettings
  userId: number
  at: Date
}

async function insertDraft(
  tx: Queries,
  site: SiteScope,
  { type, surface, settings, userId, at }: Inserted,
): Promise<string> {
  await refuseTypeBeyondPlan(tx, site, { type, surface })
  // Locked, so that two concurrent drafts get different positions, too.
  await lockSite(tx, site)
  await makeRoom(tx, site)
  const [last] = await tx
    .select({ position: max(nudges.position) })
    .from(nudges)
    .where(inSite(nudges, site))
  const [made] = await tx
    .insert(nudges)
    .values({
      teamId: site.teamId,
      siteId: site.siteId,
      type,
      surface,
      userId,
      name: settings.name,
      state: 'draft',
      draft: settings,
      position: (last?.position ?? 0) + 1,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ uuid: nudges.uuid })
  if (!made) throw new Error('The nudge was not stored.')
  return made.uuid
}

export type Edit = {
  uuid: string
  userId: number
  /** As sent. Validated here. */
  settings: unknown
}

/**
 * Saves edits without any effect on pages, until they are published: also on schedule, if one was set
 * before. Only the name changes immediately, because just the owner sees it.
 *
 * @throws Refusal `not_found`, `invalid`
 */
export async function saveDraft(
  { db, now }: Services,
  site: SiteScope,
  { uuid, userId, settings: given }: Edit,
): Promise<void> {
  const settings = validateSettings(given)
  await db.asTeam(site, async (tx) => {
    const nudge = await lockNudge(tx, site, uuid)
    await storeDraft(tx, site, { nudge, settings, userId, at: now() })
  })
}

/**
 * Saves the editor's form as the draft.
 *
 * @throws Refusal `not_found`; `invalid` with messages at the paths of the settings
 */
export async function saveForm(
  { db, now }: Services,
  site: SiteScope,
  { uuid, userId, read, check }: FormEdit,
): Promise<void> {
  await db.asTeam(site, async (tx) => {
    const nudge = await lockNudge(tx, site, uuid)
    check?.(nudge)
    const settings = await validateDraft(tx, site, { ...nudge, read })
    await storeDraft(tx, site, { nudge, settings, userId, at: now() })
  })
}

type Stored = { nudge: EditedNudge; settings: NudgeSettings; userId: number; at: Date }

/**
 * Edits back to what is published leave no draft, and nothing to publish later. A schedule that has
 * passed without publishing ends as well: what is saved now must not go live a moment later.
 */
async function storeDraft(
  tx: Queries,
  site: SiteScope,
  { nudge: { uuid, published, publishAt }, settings, userId, at }: Stored,
): Promise<void> {
  const { name } = settings
  const isSame = published !== null && sameSettings({ ...published, name }, settings)
  const endsSchedule = isSame || (publishAt !== null && publishAt <= at)
  await tx
    .update(nudges)
    .set({
      name,
      draft: isSame ? null : settings,
      userId,
      updatedAt: at,
      ...(endsSchedule ? { publishAt: null } : {}),
    })
    .where(whereNudge(site, uuid))
}

/**
 * Discards the draft and returns to the published version. @throws Refusal `not_found`; `conflict`
 * if it was never published
 */
export async function dropDraft(
  { db, now }: Services,
  site: SiteScope,
  uuid: string,
): Promise<void> {
  await db.asTeam(site, async (tx) => {
    const { published } = await lockNudge(tx, site, uuid)
    if (published === null) {
      throw new Refusal(
        'conflict',
        'This nudge has never been published, so there’s no version to go back to.',
      )
    }
    await tx
      .update(nudges)
      .set({ draft: null, publishAt: null, updatedAt: now() })
      .where(whereNudge(site, uuid))
  })
}

/**
 * Deletes a nudge that was never published. Others are archived, to keep their claims traceable.
 * @throws Refusal
 */
export async function removeDraft({ db }: Services, site: SiteScope, uuid: string): Promise<void> {
  await db.asTeam(site, async (tx) => {
    const { published } = await lockNudge(tx, site, uuid)
    if (published !== null)
      throw new Refusal(
        'conflict',
        'This nudge has been published, so it can’t be deleted. Archive it instead.',
      )
    await tx.delete(nudges).where(whereNudge(site, uuid))
  })
}

/**
 * Deletes those of the nudges that were never published, archived or not. No page has shown them, so
 * no claim refers to them.
 *
 * @returns how many were deleted
 */
export async function removeDrafts(
  { db }: Services,
  site: SiteScope,
  uuids: readonly string[],
): Promise<number> {
  const removed = await db.asTeam(site, (tx) =>
    tx
      .delete(nudges)
      .where(and(inSite(nudges, site), inArray(nudges.uuid, [...uuids]), eq(nudges.state, 'draft')))
      .returning({ id: nudges.id }),
  )
  return removed.length
}
