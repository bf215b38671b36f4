/** Onboarding steps that a person skipped. Only home's checklist still lists them. */
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

/** Can be repeated. */
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
