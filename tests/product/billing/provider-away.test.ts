/** Stripe hangs, fails or refuses its key while work is due. */
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { billingAccounts, billingChecks, lateCharges } from '#app/db/schema/index.ts'
import { noteLateCharges } from '#app/domain/billing/late/late-charges.server.ts'
import { startReconciliation } from '#app/domain/billing/reconcile.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import { reconcileBillingJob } from '#app/jobs/billing.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { stripeFails } from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import {
  choose,
  createBillingWorld,
  teamWithCard,
  type BillingWorld,
} from '../../support/billing/paying-team.ts'

/** A busy machine needs more than the second that Vitest waits by default. */
const patience = { timeout: 60_000 }

const revoked = {
  status: 401,
  json: { error: { type: 'invalid_request_error', message: 'Expired API Key provided.' } },
}
const unreadable = { status: 200, json: { object: 'nonsense' } }

const noteSome = ({ services }: BillingWorld) =>
  noteLateCharges(
    services.db.system,
    { team: 1, customer: null, at: services.now() },
    ['in_1', 'in_2', 'in_3', 'in_4', 'in_5'].map((id) => ({
      kind: 'invoice',
      id,
      isOfOrder: true,
    })),
  )

test.each([
  ['revoked key', revoked, 5],
  ['provider that is away', stripeFails, 3],
] as const)(
  'with a %s late charges keep the nightly check from nothing',
  async (_name, fault, asked) => {
    const world = await createBillingWorld()
    const { services, stripe, queue } = world
    await queue.start([reconcileBillingJob], services)
    await noteSome(world)
    stripe.failBy(() => fault)
    await startReconciliation(services)
    const paths = new Set(
      stripe.seen.map(({ path }) => path).filter((path) => path.includes('in_')),
    )
    expect(paths.size).toBe(asked)
    expect(await services.db.system.$count(lateCharges)).toBe(5)
    await vi.waitFor(async () => {
      expect(await services.db.system.$count(billingChecks)).toBe(1)
    }, patience)
  },
)

test.each([
  ['away', stripeFails, 3],
  ['not understood', unreadable, 4],
] as const)('while Stripe is %s, plans wait and trials end', async (_name, fault, asked) => {
  const world = await createBillingWorld()
  const { services, stripe } = world
  for (let count = 0; count < 4; count += 1) {
    await choose(world, await teamWithCard(world), { planId: 'plus' })
  }
  const { scope } = await world.team()
  const ago = new Date(services.now().getTime() - 20 * dayMillis)
  await services.pool.query(
    `update subscriptions set state = 'past_due', past_due_since = $1, reminders = 3`,
    [ago],
  )
  const trial = { trialEndsAt: ago, trialPlan: 'genius', teamId: scope.teamId }
  await services.db.system
    .insert(billingAccounts)
    .values({ ...trial, createdAt: ago, updatedAt: ago })
    .onConflictDoUpdate({ target: billingAccounts.teamId, set: trial })
  stripe.failBy(() => fault)
  const before = stripe.seen.length
  await workOffDueBilling(services)
  const customers = stripe.seen.slice(before).map(({ path }) => path)
  expect(new Set(customers).size).toBe(asked)
  const [account] = await services.db.system
    .select({ trialEndsAt: billingAccounts.trialEndsAt })
    .from(billingAccounts)
    .where(eq(billingAccounts.teamId, scope.teamId))
  expect(account).toEqual({ trialEndsAt: null })
})
