/** The offer at a cancellation is made once, also when the process ends in the middle of it. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#app/db/schema/index.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { acceptOffer, cancelPlan, resumePlan } from '#app/domain/billing/cancel-plan.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import { Killed, startProcess } from '../../support/billing/lives/failing-process.ts'
import {
  choose,
  createBillingWorld,
  operation,
  teamWithCard,
  type BillingWorld,
} from '../../support/billing/paying-team.ts'

type Team = Awaited<ReturnType<typeof teamWithCard>>

const newest = ({ stripe }: BillingWorld) => [...stripe.account.tables.subscription.values()].at(-1)

const change = ({ owner }: Team) => ({ operation: operation(), userId: owner.id })

/** Ends the process once Stripe has done its work, and returns the team after that. */
async function killedAfter(
  world: BillingWorld,
  work: typeof acceptOffer | typeof cancelPlan,
  isDone: () => boolean,
): Promise<Team> {
  for (let from = 0; ; from += 1) {
    const team = await teamWithCard(world)
    await choose(world, team, { planId: 'enterprise' })
    const process = startProcess({ ...world, sent: [] }, { kind: 'killed', at: 'request', from })
    const outcome = await work(process.services, team.scope, change(team)).catch(
      (error: unknown) => error,
    )
    world.stripe.heal()
    if (!process.isDead()) throw new Error('It was never done when the process ended.')
    expect(outcome instanceof Killed || outcome instanceof Error).toBe(true)
    if (isDone()) {
      // The lease of a process that ended.
      world.clock.advance(2 * minuteMillis)
      return team
    }
  }
}

test('an offer that was accepted isn’t made again on the way back to its plan', async () => {
  const world = await createBillingWorld()
  const team = await killedAfter(
    world,
    acceptOffer,
    () => (newest(world)?.discounts.length ?? 0) > 0,
  )
  await choose(world, team, { planId: 'agency' })
  world.clock.advance(minuteMillis)
  await choose(world, team, { planId: 'enterprise' })

  expect((await readBilling(world.services, team.scope)).offerCents).toBeNull()
  const acts = await world.services.db.system
    .select({ act: auditEntries.act })
    .from(auditEntries)
    .where(eq(auditEntries.teamId, team.scope.teamId))
  expect(acts.filter(({ act }) => act === 'billing.offer_accepted')).toHaveLength(1)
})

test('an offer that was declined by canceling isn’t made again after resuming', async () => {
  const world = await createBillingWorld()
  const team = await killedAfter(
    world,
    cancelPlan,
    () => newest(world)?.cancel_at_period_end === true,
  )
  await resumePlan(world.services, team.scope, change(team))
  const { subscription, offerCents } = await readBilling(world.services, team.scope)
  expect([subscription?.state, offerCents]).toEqual(['active', null])
})

test('an offer that was declined stays that when the answer to the cancellation was lost', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'enterprise' })
  world.stripe.failBy(({ method }) => (method === 'POST' ? 'lose the answer' : undefined))
  const form = change(team)
  await expect(cancelPlan(world.services, team.scope, form)).rejects.toMatchObject({
    code: 'unavailable',
  })
  world.stripe.heal()
  expect(newest(world)?.cancel_at_period_end).toBe(true)
  world.clock.advance(2 * minuteMillis)
  await cancelPlan(world.services, team.scope, form)
  await resumePlan(world.services, team.scope, change(team))

  const { subscription, offerCents } = await readBilling(world.services, team.scope)
  expect([subscription?.state, offerCents]).toEqual(['active', null])
})

test('a process that ends before Stripe is asked to cancel leaves the offer', async () => {
  const world = await createBillingWorld()
  let commits = 0
  for (let isAsked = false; !isAsked; commits += 1) {
    const team = await teamWithCard(world)
    await choose(world, team, { planId: 'enterprise' })
    const process = startProcess(
      { ...world, sent: [] },
      { kind: 'killed', at: 'after commit', from: commits },
    )
    await cancelPlan(process.services, team.scope, change(team)).catch(() => null)
    world.stripe.heal()
    isAsked = newest(world)?.cancel_at_period_end === true || !process.isDead()
    if (isAsked) continue
    world.clock.advance(2 * minuteMillis)
    await syncBilling(world.services, team.scope)
    expect((await readBilling(world.services, team.scope)).offerCents).not.toBeNull()
  }
  expect(commits).toBeGreaterThan(3)
})

test('a cancellation that Stripe doesn’t answer leaves the offer of its screen', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'enterprise' })
  const { version, offerCents } = await readBilling(world.services, team.scope)
  expect(offerCents).not.toBeNull()
  world.stripe.failBy(({ method }) => (method === 'POST' ? 'hang up' : undefined))
  await expect(
    cancelPlan(world.services, team.scope, { ...change(team), version }),
  ).rejects.toMatchObject({ code: 'unavailable' })
  world.stripe.heal()
  world.clock.advance(2 * minuteMillis)

  expect(await acceptOffer(world.services, team.scope, { ...change(team), version })).toBe(
    'applied',
  )
})
