/** Each move of the table in subscription-states.ts, tried in each state. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cancelPlan, resumePlan } from '#app/domain/billing/cancel-plan.server.ts'
import { choosePlan } from '#app/domain/billing/choose-plan.server.ts'
import type { SubscriptionSnapshot } from '#app/domain/billing/channel.ts'
import {
  lifeStateOf,
  lifeStates,
  stateAfter,
  subscriptionMoves,
  type LifeState,
  type SubscriptionMove,
} from '#app/domain/billing/subscription-states.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { cardTeam, rowsOf, type CardTeam } from '../../support/billing/card-team.ts'
import { snapshot } from '../../support/billing/memory-card.ts'
import { createWorld, type World } from '../../support/world.ts'

const later = new Date(Date.UTC(2026, 2, 20, 10))
const now = new Date(Date.UTC(2026, 2, 2, 10))

/** As the provider reports each state. */
const facts: Record<LifeState, Partial<SubscriptionSnapshot>> = {
  incomplete: { state: 'incomplete' },
  trialing: { state: 'trialing', trialEndsAt: later },
  active: { state: 'active' },
  past_due: { state: 'past_due' },
  paused: { state: 'paused' },
  cancelled: { state: 'cancelled', endsAt: later },
  cancelled_unpaid: { state: 'cancelled', endsAt: later, isUnpaid: true },
  ended: { state: 'ended', endedAt: now },
}

/** Moves that the provider reports unasked, and the state that it reports. */
const reported = {
  pay: 'active',
  'start-trial': 'trialing',
  'fail-payment': 'past_due',
  pause: 'paused',
  unpause: 'active',
  end: 'ended',
} as const satisfies Partial<Record<SubscriptionMove, LifeState>>
/** The same, once the subscription was canceled. */
const reportedLater = { ...reported, pay: 'cancelled', 'fail-payment': 'cancelled_unpaid' } as const
const reportOf = (state: LifeState) =>
  state === 'cancelled' || state === 'cancelled_unpaid' ? reportedLater : reported

/** Moves that the owner asks for, and the call that the provider gets. */
const asked = { cancel: 'cancel', resume: 'resume', switch: 'switchPlan' } as const
const isAsked = (move: SubscriptionMove): move is keyof typeof asked => move in asked

const report = async (team: CardTeam, state: LifeState) => {
  team.memory.data.subscriptions = [snapshot(facts[state])]
  await syncBilling(team.services, team.scope)
}

async function teamIn(state: LifeState, world?: World): Promise<CardTeam> {
  const team = await cardTeam(world ?? (await createWorld()))
  team.memory.data.card = {
    brand: 'visa',
    lastFour: '4242',
    country: 'US',
    expMonth: 12,
    expYear: 2029,
  }
  // An ended subscription was active before.
  if (state === 'ended') await report(team, 'active')
  await report(team, state)
  expect(await lifeOf(team)).toEqual([state])
  return team
}

const lifeOf = async (team: CardTeam) => (await rowsOf(team)).map(lifeStateOf)

function ask(team: CardTeam, move: keyof typeof asked): Promise<unknown> {
  const { services, scope, owner } = team
  const change = { operation: randomUUID(), userId: owner.id }
  if (move === 'cancel') return cancelPlan(services, scope, change)
  if (move === 'resume') return resumePlan(services, scope, change)
  return choosePlan(services, scope, {
    planId: 'genius',
    coupon: null,
    operation: change.operation,
    actor: { userId: owner.id },
    returnUrl: 'http://footfall.test/billing/checkout/success',
  })
}

const moves = lifeStates.flatMap((state) =>
  subscriptionMoves.map((move) => ({ state, move, after: stateAfter(state, move) })),
)
const possible = moves.filter(({ after }) => after !== null)
const impossible = moves.filter(({ after }) => after === null)

describe('possible', () => {
  test.each(possible)('$state, $move: $after', async ({ state, move, after }) => {
    const team = await teamIn(state)

    if (isAsked(move)) {
      await ask(team, move)
      expect(team.memory.calls.map(({ name }) => name)).toContain(asked[move])
    } else await report(team, reportOf(state)[move])

    expect(await lifeOf(team)).toEqual([after])
  })
})

describe('impossible', () => {
  const ofOwner = impossible.filter(({ move }) => isAsked(move))
  test.each(ofOwner)('the owner can’t $move what is $state', async ({ state, move }) => {
    if (!isAsked(move)) throw new Error('Only what the owner asks for.')
    const team = await teamIn(state)

    // A form that is sent twice, and what a new order replaces, are no errors, and no such move either.
    await ask(team, move).catch((error: unknown) => {
      expect(error).toMatchObject({ name: 'Refusal', code: 'conflict' })
    })

    expect(team.memory.calls.map(({ name }) => name)).not.toContain(asked[move])
  })

  const afterEnd = impossible.filter(({ state, move }) => state === 'ended' && !isAsked(move))
  test.each(afterEnd)('an ended subscription stays ended: $move', async ({ move }) => {
    if (isAsked(move)) throw new Error('Only what the provider reports.')
    const world = await createWorld()
    const team = await teamIn('ended', world)

    await report(team, reported[move])

    // Only its return is worth a report.
    const reports = move === 'end' ? [] : [{ kind: 'ended_returned' }]
    expect(world.takeErrors()).toMatchObject(reports)
    expect(await rowsOf(team)).toMatchObject([{ state: 'ended' }])
  })
})
