/** A change whose calls to Stripe are slow: no call of it begins once another change can have begun. */
import { expect, test } from 'vitest'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { cancelPlan } from '#app/domain/billing/cancel-plan.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { secondMillis } from '#app/lib/time.ts'
import {
  choose,
  createBillingWorld,
  operation,
  teamWithCard,
} from '../../support/billing/paying-team.ts'

/** The lease of a change, by docs/billing.md. */
const leaseSeconds = 60

/** Each answer takes so long from now on. Returns the moments at which requests came, in seconds from now. */
function slowDown(
  { stripe, clock }: Awaited<ReturnType<typeof createBillingWorld>>,
  seconds: number,
): number[] {
  const begin = clock.now().getTime()
  const moments: number[] = []
  stripe.failBy(() => {
    moments.push((clock.now().getTime() - begin) / 1_000)
    clock.advance(seconds * secondMillis)
    return undefined
  })
  return moments
}

test.each([9, 19])(
  'a switch ends before its lease does, with answers that take %s seconds each',
  async (seconds) => {
    const world = await createBillingWorld()
    const { services, stripe } = world
    const team = await teamWithCard(world)
    await choose(world, team, { planId: 'plus' })
    const form = operation()
    const moments = slowDown(world, seconds)

    await expect(choose(world, team, { planId: 'agency', form })).rejects.toMatchObject({
      code: 'unavailable',
    })

    expect(moments.length).toBeGreaterThan(1)
    expect(Math.max(...moments)).toBeLessThan(leaseSeconds - 5)
    stripe.heal()
    // Neither the same form nor another change has to wait, and the switch is charged once.
    await choose(world, team, { planId: 'agency', form }).catch((error: unknown) => {
      // Its answer came too late.
      expect(error).toMatchObject({ message: 'You’re already on the Agency plan.' })
    })
    await cancelPlan(services, team.scope, { operation: operation(), userId: team.owner.id })
    await syncBilling(services, team.scope)
    expect((await readBilling(services, team.scope)).subscription).toMatchObject({
      planId: 'agency',
      state: 'cancelled',
    })
    const totals = [...stripe.account.tables.invoice.values()].map(({ total }) => total)
    expect(totals).toEqual([2_900, 6_000])
  },
)

test('a read outside of a change has no such end', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'plus' })
  const moments = slowDown(world, 30)

  await syncBilling(world.services, team.scope)

  expect(Math.max(...moments)).toBeGreaterThan(leaseSeconds)
})
