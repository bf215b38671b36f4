/** The payload of variant B. */
import { and, eq } from 'drizzle-orm'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { Queries } from '#app/db/db.ts'
import { nudgeExperiments } from '#app/db/schema/nudges.ts'
import type { StoredNudge } from '#app/domain/nudges/published-nudges.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

/** @param published in display order, in which the nudge keeps its place */
export async function applyVariantB(
  tx: Queries,
  site: SiteScope,
  { id, published }: { id: number; published: readonly StoredNudge[] },
): Promise<StoredNudge[]> {
  const [experiment] = await tx
    .select({
      nudgeId: nudgeExperiments.nudgeId,
      version: nudgeExperiments.versionB,
      settings: nudgeExperiments.settingsB,
    })
    .from(nudgeExperiments)
    .where(and(inSite(nudgeExperiments, site), eq(nudgeExperiments.id, id)))
  return published.flatMap((nudge) => {
    if (nudge.id !== experiment?.nudgeId) return [nudge]
    const { version, settings } = experiment
    return version === null || settings === null
      ? []
      : [{ ...nudge, ...withoutName(settings), version }]
  })
}

/** The name is not part of what visitors see. */
const withoutName = ({ name: _name, ...settings }: NudgeSettings) => settings
