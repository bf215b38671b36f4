/** Starts experiments with a single nudge. They end with a decision, or when the nudge changes. */
import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { Queries } from '#app/db/db.ts'
import { nudgeExperiments, nudges } from '#app/db/schema/nudges.ts'
import { isUniqueViolation } from '#app/lib/database-errors.ts'
import { refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import {
  lockNudge,
  sameSettings,
  whereNudge,
  type EditedNudge,
} from '../editing/load-nudge.server.ts'
import { nextVersion, storeVersion } from '../editing/versions.server.ts'
import { refuseUnpublishable } from '../linter/lint-nudge.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Variant } from '#app/domain/allocation/assign-variant.ts'
import { isShare, type ExperimentKind } from './experiment-choices.ts'

export type Start = {
  /** The nudge's uuid. */
  nudge: string
  userId: number
  kind: ExperimentKind
  /** Percentage of visitors in variant `b`. */
  share: number
}

/**
 * Splits the visitors who can see nudges in two from now on.
 *
 * @throws Refusal `not_found`; `invalid` at `kind` or `share`, or with the linter's findings
 */
export async function startExperiment(
  { db, now, siteCache }: Services,
  site: SiteScope,
  { nudge: uuid, userId, kind, share }: Start,
): Promise<void> {
  if (!isShare(share)) throw refuseField('share', 'Choose a share between 5% and 50%.')
  const at = now()
  try {
    await changeSite({ db, siteCache }, site, async (tx) => {
      const nudge = await lockNudge(tx, site, uuid)
      if (nudge.state !== 'published' || nudge.archivedAt !== null) {
        throw refuseField('kind', 'Only live nudges can be tested.')
      }
      const variantB =
        kind === 'draft' ? await storeDraftVersion(tx, site, { nudge, userId, at }) : nothing
      await tx.insert(nudgeExperiments).values({
        teamId: site.teamId,
        siteId: site.siteId,
        nudgeId: nudge.id,
        kind,
        share,
        userId,
        versionA: nudge.version,
        ...variantB,
        startedAt: at,
      })
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'nudge_experiments_running_key')) throw error
    throw refuseField(
      'kind',
      'Another experiment is already running on this site. You can run one at a time.',
    )
  }
}

type VariantB = { versionB: number | null; settingsB: NudgeSettings | null }

const nothing: VariantB = { versionB: null, settingsB: null }

/** Gets its own version number so claims shown during the experiment stay traceable. */
async function storeDraftVersion(
  tx: Queries,
  site: SiteScope,
  { nudge, userId, at }: { nudge: EditedNudge; userId: number; at: Date },
): Promise<VariantB> {
  const { settings, published } = nudge
  if (published === null || sameSettings(published, settings)) {
    throw refuseField('kind', 'The draft is identical to the published version.')
  }
  refuseUnpublishable({ ...nudge, at })
  const version = await nextVersion(tx, nudge)
  await storeVersion(tx, site, { nudge, version, userId, at })
  return { versionB: version, settingsB: settings }
}

export type Decision = {
  /** The nudge's uuid. */
  nudge: string
  userId: number
  /** Null: stops the experiment without changing what is published. */
  keep: Variant | null
}

/**
 * Ends the nudge's running experiment. Keeping variant `b` publishes its draft, or turns the nudge
 * off if `b` had no nudge.
 *
 * @throws Refusal `not_found`; `invalid` at `keep` when none is running
 */
export async function decideExperiment(
  { db, now, siteCache }: Services,
  site: SiteScope,
  { nudge: uuid, userId, keep }: Decision,
): Promise<void> {
  const at = now()
  await changeSite({ db, siteCache }, site, async (tx) => {
    const nudge = await lockNudge(tx, site, uuid)
    const [ended] = await tx
      .update(nudgeExperiments)
      .set({ endedAt: at, kept: keep })
      .where(and(runningOf(site), eq(nudgeExperiments.nudgeId, nudge.id)))
      .returning({ version: nudgeExperiments.versionB, settings: nudgeExperiments.settingsB })
    if (!ended) throw refuseField('keep', 'This experiment has already ended.')
    if (keep !== 'b') return

    const { version, settings } = ended
    const becomes =
      version === null || settings === null
        ? { state: 'paused' as const }
        : publishedAs({ version, settings }, nudge, at)
    await tx
      .update(nudges)
      .set({ ...becomes, userId, updatedAt: at })
      .where(whereNudge(site, uuid))
  })
}

/** Keeps edits from during the experiment as the draft. The name isn't versioned. */
function publishedAs(
  { version, settings }: { version: number; settings: NudgeSettings },
  { settings: edited, hasDraft, publishAt }: EditedNudge,
  at: Date,
) {
  const { name } = edited
  const published = { ...settings, name }
  const isChanged = hasDraft && !sameSettings(published, edited)
  return {
    ...published,
    version,
    publishedAt: at,
    draft: isChanged ? edited : null,
    publishAt: isChanged ? publishAt : null,
  }
}

/**
 * Call in the transaction of the change. Variant `a` changes, or nothing is shown any more, so
 * numbers from before and after must not be added up.
 */
export async function endExperiments(
  tx: Queries,
  site: SiteScope,
  { nudgeIds, at }: { nudgeIds: readonly number[]; at: Date },
): Promise<void> {
  if (nudgeIds.length === 0) return
  await tx
    .update(nudgeExperiments)
    .set({ endedAt: at })
    .where(and(runningOf(site), inArray(nudgeExperiments.nudgeId, [...nudgeIds])))
}

/** The site's running experiment. */
const runningOf = (site: SiteScope): SQL | undefined =>
  and(inSite(nudgeExperiments, site), isNull(nudgeExperiments.endedAt))
