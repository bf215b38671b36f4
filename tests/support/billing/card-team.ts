/** A team that pays by the card channel in memory. */
import { asc, eq } from 'drizzle-orm'
import { billingAccounts, planChanges, subscriptions, teams } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { TestTeam } from '../makers.ts'
import type { World } from '../world.ts'
import { createMemoryCard, type MemoryCard } from './memory-card.ts'

export type CardTeam = TestTeam & { memory: MemoryCard; services: Services }

/** Known to the provider already. */
export async function cardTeam(world: Pick<World, 'services' | 'team'>): Promise<CardTeam> {
  const team = await world.team()
  const memory = createMemoryCard()
  const services = { ...world.services, billing: { card: memory.channel } }
  const at = services.now()
  const { teamId } = team.scope
  await services.db.system
    .insert(billingAccounts)
    .values({ teamId, stripeId: `cus_${String(teamId)}`, createdAt: at, updatedAt: at })
  return { ...team, memory, services }
}

type Of = { services: Services; scope: { teamId: number } }

export async function planOf({ services, scope }: Of): Promise<string | undefined> {
  const [row] = await services.db.system
    .select({ plan: teams.plan })
    .from(teams)
    .where(eq(teams.id, scope.teamId))
  return row?.plan
}

/** The team's rows without what differs from run to run. */
export async function rowsOf({ services, scope }: Of) {
  const rows = await services.db.system
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.teamId, scope.teamId))
    .orderBy(asc(subscriptions.providerId))
  return rows.map(({ id: _id, teamId: _teamId, updatedAt: _at, ...row }) => row)
}

export const changesOf = ({ services, scope }: Of) =>
  services.db.system
    .select({
      from: planChanges.fromPlan,
      to: planChanges.toPlan,
      actor: planChanges.actor,
      userId: planChanges.userId,
      reason: planChanges.reason,
    })
    .from(planChanges)
    .where(eq(planChanges.teamId, scope.teamId))
    .orderBy(asc(planChanges.id))
