/** Whether prices that were shown, and days and amounts that Billing announces, are what then happens. */
import assert from 'node:assert/strict'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import type { NextInvoice } from '#app/domain/billing/channel.ts'
import type { ChargePreview } from '#app/domain/billing/channels/charge-preview.ts'
import { readNextInvoice } from '#app/domain/billing/invoices.server.ts'
import type { InvoiceRow } from '#workshop/doubles/stripe-billing/rows.ts'
import { graceEnd, type Checked } from './checks.ts'
import { invoicesOf, runningOf, subscriptionOf } from './provider.ts'

/** Comparisons so far: with none, nothing would be compared. */
export const compared = { prices: 0, nexts: 0, ends: 0 }

/** Days and amounts that Billing announces for the subscription that runs. */
type Announced = {
  subscription: string
  /** Ids of the invoices before. */
  known: ReadonlySet<string>
  /** Null: no invoice is announced. */
  next: NextInvoice | null
  /** `isGrace`: the day by which a payment is due, and which the product sees to. Null: no end is. */
  end: { at: Date; isGrace: boolean } | null
}

type World = Pick<Checked, 'services' | 'stripe' | 'team' | 'customer'>

/** Null: no subscription runs, so nothing is announced. */
export async function readAnnounced(world: World): Promise<Announced | null> {
  const { services, stripe, team, customer } = world
  const [running] = runningOf(stripe.account, customer)
  if (!running) return null
  const { subscription } = await readBilling(services, team.scope)
  assert.ok(subscription, 'the screen shows the subscription')
  const { state, planEndsAt, endsAt } = subscription
  const invoices = invoicesOf(stripe.account, customer)
  const next = state === 'active' ? await readNextInvoice(services, team.scope) : null
  if (state === 'active') assert.ok(next, 'a plan that renews has a next invoice')
  const at = planEndsAt ?? endsAt
  const grace = graceEnd(invoices, running)
  if (grace !== null) {
    const cancelAt = (running.cancel_at ?? Infinity) * 1_000
    const due = Math.min(grace.getTime(), cancelAt)
    assert.equal(at?.getTime(), due, 'an overdue plan ends with its days of grace or its period')
  }
  return {
    subscription: running.id,
    known: new Set(invoices.map(({ id }) => id)),
    next,
    end: at && { at, isGrace: grace !== null },
  }
}

/** After time has passed, and all that was due was done. Both ways: neither earlier nor later. */
export function checkAnnounced(world: World, announced: Announced | null): void {
  if (announced === null) return
  const { stripe, services } = world
  const { next, end, subscription } = announced
  const now = services.now().getTime()
  const renewals = renewalsSince(world, announced)
  const isDue = next !== null && next.issuedAt.getTime() <= now
  assert.deepEqual(
    renewals.map(({ status_transitions: { finalized_at: at }, total, amount_due: due }) => [
      (at ?? 0) * 1_000,
      total,
      due,
    ]),
    isDue ? [[next.issuedAt.getTime(), next.totalCents, next.dueCents]] : [],
    'the next invoice comes on the day and with the amount that was announced',
  )
  if (isDue) compared.nexts += 1

  const { ended_at: endedAt, status } = stripe.account.get('subscription', subscription)
  const ended = endedAt === null ? null : endedAt * 1_000
  if (end === null) {
    const isUnpaid = renewals.some((one) => one.status !== 'paid')
    assert.ok(ended === null || isUnpaid, 'a plan that renews ends only without its payment')
  } else if (end.isGrace) {
    // A payment that succeeds meanwhile ends the days of grace. The product ends them when it looks.
    const isPaid = ended === null && status === 'active'
    if (isPaid) return
    const isInTime = ended === null ? end.at.getTime() > now : ended >= end.at.getTime()
    assert.ok(isInTime, 'an overdue plan ends once the day that was announced has come')
    if (ended !== null) compared.ends += 1
  } else {
    const due = end.at.getTime() <= now ? end.at.getTime() : null
    assert.equal(ended, due, 'a canceled plan ends on the day that was announced')
    if (ended !== null) compared.ends += 1
  }
}

const renewalsSince = (
  { stripe, customer }: World,
  { known, subscription }: Announced,
): InvoiceRow[] =>
  invoicesOf(stripe.account, customer).filter(
    (one) =>
      !known.has(one.id) &&
      one.billing_reason === 'subscription_cycle' &&
      subscriptionOf(one) === subscription,
  )

/** @param known ids of the invoices before the order */
export function checkPrice(
  world: World,
  { shown, known }: { shown: ChargePreview; known: ReadonlySet<string> },
): void {
  const ofOrder = ({ id, billing_reason: reason }: InvoiceRow) =>
    !known.has(id) && (reason === 'subscription_create' || reason === 'subscription_update')
  const issued = invoicesOf(world.stripe.account, world.customer).filter(ofOrder)
  // An order whose first payment waits goes on at its own price.
  const charged = issued.find(({ status }) => status === 'paid')
  if (!charged) return
  assert.deepEqual(
    [charged.total, charged.amount_due],
    [shown.totalCents, Math.max(0, shown.dueNowCents)],
    'an order charges what was shown',
  )
  compared.prices += 1
}
