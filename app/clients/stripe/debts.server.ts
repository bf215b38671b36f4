import { z } from 'zod'
import { areSettled } from '#app/domain/billing/stored/subscription-rows.ts'
import { isUnpaid, type StripeSubscription } from './snapshots.ts'
import type { StripeClient } from './stripe-client.server.ts'

const statusesShape = z.array(z.object({ status: z.string().nullable() }))

/**
 * Whether money is owed for the subscription, by the rule of what is stored (`areSettled`): Stripe keeps one
 * `past_due` whose invoices are void or given up.
 */
export async function readOwes(
  { ask }: Pick<StripeClient, 'ask'>,
  subscription: Pick<StripeSubscription, 'id' | 'status' | 'customer'>,
): Promise<boolean> {
  if (!isUnpaid(subscription)) return false
  // Others have drafts in place of open invoices.
  if (subscription.status !== 'past_due' || subscription.customer === null) return true
  return !areSettled(await readIssued({ ask }, subscription))
}

/** The statuses of all invoices that were issued for the subscription. */
export async function readIssued(
  { ask }: Pick<StripeClient, 'ask'>,
  { id, customer }: Pick<StripeSubscription, 'id' | 'customer'>,
): Promise<string[]> {
  const of = { ...(customer === null ? {} : { customer }), subscription: id }
  const invoices = await ask(async (stripe) => {
    const { data } = await stripe.invoices.list({ ...of, limit: 100 })
    return statusesShape.parse(data)
  })
  return invoices.flatMap(({ status }) => (status === 'draft' ? [] : (status ?? [])))
}
