/** Steps of onboarding that a person skipped. */
import { eq, sql } from 'drizzle-orm'
import { users } from '#app/db/schema/ground.ts'
import type { Services } from '#app/services.ts'

/** Can be repeated. */
export async function skipStep({ db, now }: Services, userId: number, step: string): Promise<void> {
  const known = sql`coalesce(${users.extraAttributes} -> 'skippedSteps', '[]'::jsonb)`
  const named = sql`${JSON.stringify([step])}::jsonb`
  await db.system
    .update(users)
    .set({
      extraAttributes: sql`jsonb_set(${users.extraAttributes}, '{skippedSteps}',
        case when ${known} @> ${named} then ${known} else ${known} || ${named} end)`,
      updatedAt: now(),
    })
    .where(eq(users.id, userId))
}
