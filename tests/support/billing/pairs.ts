/**
 * Everything that changes a team’s billing, in pairs at the same moment: no two wait for each other in a circle,
 * each ends without an error, and with its entry in the log.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { auditEntries } from '#app/db/schema/index.ts'
import { cancelPlan, resumePlan } from '#app/domain/billing/cancel-plan.server.ts'
import { choosePlan } from '#app/domain/billing/choose-plan.server.ts'
import { grantLifetime, startTrial } from '#app/domain/billing/grants.server.ts'
import { retryPayment, storeCard } from '#app/domain/billing/pay.server.ts'
import { readLatestPurchase, startPurchase } from '#app/domain/billing/purchases.server.ts'
import { saveBillingDetails } from '#app/domain/billing/save-details.server.ts'
import { giveBoostByStaff } from '#app/domain/billing/staff/team-acts.server.ts'
import { syncBilling, syncCustomer } from '#app/domain/billing/sync.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import { changeRole } from '#app/domain/teams/members.server.ts'
import { renameTeam } from '#app/domain/teams/teams.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { cardTeam, type CardTeam } from './card-team.ts'
import { invoice, snapshot } from './memory-card.ts'
import { details } from './paying-team.ts'
import type { Makers } from '../makers.ts'
import type { World } from '../world.ts'

type Team = CardTeam & { member: number; staff: number }

type PairsWorld = Pick<World, 'services'> & Pick<Makers, 'team' | 'user' | 'member'>

const change = ({ owner }: Team) => ({ operation: randomUUID(), userId: owner.id })
const actorOf = ({ owner }: Team) => ({ id: owner.id, impersonator: null })

/** Calls that can come at any moment, and the entry of each in the team's log. */
const calls: Record<string, { run: (team: Team) => Promise<unknown>; act?: string }> = {
  webhook: {
    run: ({ services, scope }) => syncCustomer(services, `cus_${String(scope.teamId)}`),
  },
  'new card': {
    run: (team) =>
      storeCard(team.services, team.scope, {
        paymentMethod: 'pm_1',
        userId: team.owner.id,
        details,
      }),
    act: 'billing.card_changed',
  },
  'switch of plans': {
    run: (team) =>
      choosePlan(team.services, team.scope, {
        planId: planOf(team) === 'plus' ? 'genius' : 'plus',
        coupon: null,
        operation: randomUUID(),
        actor: { userId: team.owner.id },
        returnUrl: 'http://footfall.test/billing/checkout/success',
      }),
    act: 'billing.plan_chosen',
  },
  cancellation: { run: (team) => cancelPlan(team.services, team.scope, change(team)) },
  resumption: { run: (team) => resumePlan(team.services, team.scope, change(team)) },
  'second try to pay': { run: (team) => retryPayment(team.services, team.scope, change(team)) },
  'billing details': {
    run: ({ services, scope, owner }) =>
      saveBillingDetails(services, scope, { details, userId: owner.id }),
    act: 'billing.details_changed',
  },
  order: {
    run: (team) =>
      startPurchase(team.services, team.scope, {
        itemId: 'plus-visitors',
        siteId: null,
        ...change(team),
        returnUrl: 'http://footfall.test/billing/visitor-boost/success',
        cancelUrl: 'http://footfall.test/billing',
      }),
  },
  'paid boost': {
    run: ({ services, scope }) => readLatestPurchase(services, scope, 'visitor_boost'),
  },
  'boost by staff': {
    run: ({ services, scope, staff }) =>
      giveBoostByStaff(services, scope, {
        units: 1_000,
        days: 30,
        siteId: null,
        cause: {
          actor: { staffId: staff, address: '192.0.2.10' },
          reason: 'A campaign.',
          lastActId: null,
        },
      }),
  },
  'lifetime deal': {
    run: ({ services, scope }) =>
      grantLifetime(services, scope, {
        planId: 'lite',
        code: `SUMO-${String(scope.teamId)}`,
        forwardedImpressions: null,
        reason: 'AppSumo.',
      }),
  },
  trial: {
    run: ({ services, scope }) =>
      startTrial(services, scope, {
        planId: 'genius',
        until: new Date(services.now().getTime() + dayMillis),
        reason: 'Asked for it.',
      }),
  },
  'work of the hour': { run: ({ services }) => workOffDueBilling(services) },
  'new name': {
    run: (team) =>
      renameTeam(team.services, { actor: actorOf(team), team: team.scope }, { name: 'Shop' }),
  },
  'new role': {
    run: (team) =>
      changeRole(
        team.services,
        { actor: actorOf(team), team: team.scope },
        { member: team.member, role: 'editor' },
      ),
    act: 'member.changed',
  },
}

const planOf = ({ memory }: Team) => memory.data.subscriptions[0]?.planId

const names = Object.keys(calls)
export const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other]))

async function createTeam(world: PairsWorld, staff: number): Promise<Team> {
  const team = await cardTeam(world)
  const member = await world.member(team, { role: 'analyst' })
  const { memory, scope } = team
  const providerId = `sub-${String(scope.teamId)}`
  Object.assign(memory.data, {
    subscriptions: [snapshot({ providerId })],
    invoices: [
      invoice({ providerId: `in-${String(scope.teamId)}`, subscriptionProviderId: providerId }),
    ],
    card: { brand: 'visa', lastFour: '4242', country: 'US', expMonth: 4, expYear: 2030 },
  })
  memory.channel.readPurchase = (_customer, id) =>
    Promise.resolve({
      providerId: id,
      state: 'paid',
      paidCents: 100_000,
      receiptUrl: null,
      isTest: false,
    })
  await syncBilling(team.services, scope)
  return { ...team, member: member.id, staff }
}

async function countActs({ services, scope }: Team): Promise<Map<string, number>> {
  const rows = await services.db.system
    .select({ act: auditEntries.act })
    .from(auditEntries)
    .where(eq(auditEntries.teamId, scope.teamId))
  const counts = new Map<string, number>()
  for (const { act } of rows) counts.set(act, (counts.get(act) ?? 0) + 1)
  return counts
}

/** Runs both at the same time. Returns the calls that were done; what isn't allowed now is refused. */
async function runBoth(team: Team, pair: readonly string[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(
    pair.map(async (name) => {
      await calls[name]?.run(team)
      return name
    }),
  )
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return [outcome.value]
    assert.equal(
      (outcome.reason as Error).name,
      'Refusal',
      `${pair.join(' and ')}: ${String(outcome.reason)}`,
    )
    return []
  })
}

/**
 * Runs each pair so many times.
 *
 * @throws AssertionError where one fails, or where its entry is missing
 */
export async function runPairs(world: PairsWorld, repeats: number): Promise<void> {
  const staff = await world.user({ isStaff: true })
  const teams = await Promise.all(
    Array.from({ length: Math.min(repeats, 4) }, () => createTeam(world, staff.id)),
  )
  const rounds = Math.ceil(repeats / teams.length)
  await Promise.all(teams.map((team) => runOf(team, rounds)))
}

async function runOf(team: Team, rounds: number): Promise<void> {
  const wanted = await countActs(team)
  for (const pair of pairs.flatMap((one) => Array.from({ length: rounds }, () => one))) {
    for (const name of await runBoth(team, pair)) {
      const act = calls[name]?.act
      if (act !== undefined) wanted.set(act, (wanted.get(act) ?? 0) + 1)
    }
  }
  const got = await countActs(team)
  for (const [act, count] of wanted) {
    if (Object.values(calls).some((call) => call.act === act)) {
      assert.deepEqual([act, got.get(act)], [act, count])
    }
  }
}
