import { eq } from 'drizzle-orm'
import { users } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { Attribution } from './attribution.ts'

/** Once, when the account is created. */
export async function saveAttribution(
  { db }: Services,
  userId: number,
  attribution: Attribution,
): Promise<void> {
  await db.system.update(users).set({ attribution }).where(eq(users.id, userId))
}
