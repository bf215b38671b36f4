/** A team's plan, to check what it includes. */
import { teams } from '#app/db/schema/ground.ts'
import type { Queries } from '#app/db/db.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { entitlementsOf, type Entitlements, type TeamPlan } from './entitlements.ts'

/** For queries that read `teams`. */
export const teamPlanColumns = {
  plan: teams.plan,
  meteredBy: teams.meteredBy,
  overrides: teams.planOverrides,
}

/** @throws Refusal `not_found` when the team no longer exists */
export const readTeamPlan = ({ db }: Pick<Services, 'db'>, scope: TeamScope): Promise<TeamPlan> =>
  db.asTeam(scope, (tx) => findTeamPlan(tx, scope))

/** @throws Refusal `not_found` when the team no longer exists */
export const readEntitlements = async (
  services: Pick<Services, 'db'>,
  scope: TeamScope,
): Promise<Entitlements> => entitlementsOf(await readTeamPlan(services, scope))

/** @throws Refusal `not_found` when the team no longer exists */
export const findEntitlements = async (tx: Queries, scope: TeamScope): Promise<Entitlements> =>
  entitlementsOf(await findTeamPlan(tx, scope))

async function findTeamPlan(tx: Queries, scope: TeamScope): Promise<TeamPlan> {
  const [row] = await tx.select(teamPlanColumns).from(teams).where(inTeam(teams, scope))
  if (!row) throw new Refusal('not_found', 'Organization not found.')
  return row
}
