/** A team's plan and metering, to check what the plan includes. */
import { teams } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { MeteredUnit } from './catalog.ts'

/** @throws Refusal `not_found` when the team no longer exists */
export async function readTeamPlan(
  { db }: Services,
  scope: TeamScope,
): Promise<{ plan: string; meteredBy: MeteredUnit }> {
  const [row] = await db.asTeam(scope, (tx) =>
    tx
      .select({ plan: teams.plan, meteredBy: teams.meteredBy })
      .from(teams)
      .where(inTeam(teams, scope)),
  )
  if (!row) throw new Refusal('not_found', 'Organization not found.')
  return row
}
