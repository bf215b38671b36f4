import { and, eq, isNotNull } from 'drizzle-orm'
import { twoFactors } from '#app/db/schema/accounts.ts'
import type { Services } from '#app/services.ts'

/** Whether the person has turned on two-factor login. */
export async function hasSecondFactor({ db }: Services, userId: number): Promise<boolean> {
  const confirmed = and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt))
  return (await db.system.$count(twoFactors, confirmed)) > 0
}
