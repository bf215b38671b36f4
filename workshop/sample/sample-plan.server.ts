/** The sample shop's plan: paid by card at the double of Stripe since its first days, with the invoices since then. */
import { randomUUID } from 'node:crypto'
import { createCardChannel } from '#app/clients/stripe/card-channel.server.ts'
import { planChanges } from '#app/db/schema/index.ts'
import type { BillingDetails } from '#app/domain/billing/channel.ts'
import { choosePlan } from '#app/domain/billing/choose-plan.server.ts'
import { startCardSetup, storeCard } from '#app/domain/billing/pay.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { setPlan } from '#app/domain/plans/change-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import type { BillingDouble } from '../doubles/stripe-billing/start-billing.ts'

type Paying = {
  team: TeamScope
  userId: number
  /** Its first day. */
  begins: Date
  /** Null: the plan is given. */
  billing: BillingDouble | null
}

const planId = 'plus'

/** An address of no one, in the country of the test card. */
const details: BillingDetails = {
  name: 'Sample shop',
  email: '',
  address: 'Sample street 1',
  addressLine2: '',
  city: 'Sampletown',
  state: 'OR',
  zip: '97201',
  country: 'US',
  vatId: '',
  extraBillingInformation: '',
}

/** Once: a plan that its merchant chooses later stays. */
export async function ensureSamplePlan(
  services: Services,
  { team, userId, begins, billing }: Paying,
): Promise<void> {
  if ((await services.db.system.$count(planChanges, inTeam(planChanges, team))) > 0) return
  const { stripe: account } = services.config
  if (billing === null || account === undefined) {
    const cause = { actor: 'system', userId: null, reason: 'Sample data.' } as const
    await setPlan({ ...services, now: () => begins }, team, { wanted: { planId }, cause })
    return
  }
  const now = () => begins
  const early = { ...services, now, billing: { card: createCardChannel(account, now) } }
  await billing.at(begins, async () => {
    const { clientSecret } = await startCardSetup(early, team, randomUUID())
    const paymentMethod = billing.stripe.enterCard(clientSecret, 'visa')
    await storeCard(early, team, { paymentMethod, userId, details })
    await choosePlan(early, team, {
      planId,
      coupon: null,
      operation: randomUUID(),
      actor: { userId },
      returnUrl: `${services.config.appUrl}/billing/checkout/success`,
      countedFrom: null,
    })
  })
  // Renewals since then happen as it's read.
  await syncBilling(services, team)
  billing.keep()
}
