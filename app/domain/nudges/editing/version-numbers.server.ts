/** Version numbers, which claims refer to. */
import { eq, max } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { nudgeVersions } from '#app/db/schema/index.ts'
import type { EditedNudge } from './load-nudge.server.ts'

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
