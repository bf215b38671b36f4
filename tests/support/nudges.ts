/** Nudges inserted directly, because no screen creates most types yet. */
import type { NudgeRules } from '#app/contract/nudge-rules.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import { nudges } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from './makers.ts'

type Wanted = Partial<typeof nudges.$inferInsert> & {
  type: NudgeType
  rules?: Partial<NudgeRules>
}

/** Stores one published popup by default. Returns its uuid. */
export async function storeNudge(
  { db, now, siteCache }: Services,
  { scope, uuid }: Pick<TestSite, 'scope' | 'uuid'>,
  wanted: Wanted,
): Promise<string> {
  const [row] = await db.system
    .insert(nudges)
    .values({
      teamId: scope.teamId,
      siteId: scope.siteId,
      surface: 'popup',
      name: 'Test',
      state: 'published',
      position: 1,
      createdAt: now(),
      updatedAt: now(),
      ...wanted,
    })
    .returning({ uuid: nudges.uuid })
  if (!row) throw new Error('The nudge was not stored.')
  siteCache.invalidate(uuid)
  return row.uuid
}
