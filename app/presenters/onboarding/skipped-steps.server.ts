/** What a person left out of onboarding and is not led to again. Home's checklist still names it. */
import { eq, sql } from 'drizzle-orm'
import { users } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { skippable, type SkippedStep } from './steps.ts'

export async function readSkippedSteps({ db }: Services, userId: number): Promise<SkippedStep[]> {
  const [row] = await db.system
    .select({ kept: users.extraAttributes })
    .from(users)
    .where(eq(users.id, userId))
  const { skippedSteps = [] } = row?.kept ?? {}
  return skippable.filter((step) => skippedSteps.includes(step))
}

/** Twice does no harm. */
export async function skipStep({ db, now }: Services, userId: number, step: SkippedStep) {
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
