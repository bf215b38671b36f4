import { eq } from 'drizzle-orm'
import { teams } from '#app/db/schema/ground.ts'
import type { Services } from '#app/services.ts'

/** Whether an organization with simulated data is stored, next to which its staff and its plan are. */
export const hasSampleTeam = async ({ db }: Pick<Services, 'db'>): Promise<boolean> =>
  (await db.system.$count(teams, eq(teams.isSample, true))) > 0
