/** Whether prices that were shown, and days and amounts that Billing announces, are what then happens. */
import assert from 'node:assert/strict'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import type { ChargePreview, NextInvoice } from '#app/domain/billing/channel.ts'
import { readNextInvoice } from '#app/domain/billing/invoices.server.ts'
import type { InvoiceRow } from '#workshop/doubles/stripe-billing/rows.ts'
import type { Checked } from './checks.ts'
import { invoicesOf, runningOf } from './provider.ts'

/** Comparisons so far: with none, nothing would be compared. */
export const compared = { prices: 0, nexts: 0, ends: 0 }

/** Days and amounts that Billing announces. */
type Announced = {
  /** Null: no invoice is announced. */
  next: NextInvoice | null
  /** Null: no end is. */
  end: { subscription: string; at: Date } | null
}

type World = Pick<Checked, 'services' | 'stripe' | 'team' | 'customer'>

const nothing: Announced = { next: null, end: null }

/** @param until what is announced for later than that isn't read, because it can't be compared */
export async function readAnnounced(world: World, until: Date): Promise<Announced> {
  const { services, stripe, team, customer } = world
  const [running] = runningOf(stripe.account, customer)
  const periodEnd = (running?.items.data[0]?.current_period_end ?? Infinity) * 1_000
  const isDue = periodEnd <= until.getTime() || running?.status === 'past_due'
  if (!running || !isDue) return nothing
  const { subscription } = await readBilling(services, team.scope)
  if (!subscription) return nothing
  const at = subscription.planEndsAt ?? subscription.endsAt
  const isCanceled = subscription.state === 'cancelled' && at !== null
  return {
    next: subscription.state === 'active' ? await readNextInvoice(services, team.scope) : null,
    end: isCanceled ? { subscription: running.id, at } : null,
  }
}

/** After time has passed, and all that was due was done. */
export function checkAnnounced(world: World, { next, end }: Announced): void {
  const { services, stripe, customer } = world
  const now = services.now()
  if (next !== null && next.issuedAt <= now) {
    const issued = invoicesOf(stripe.account, customer).find(
      ({ status_transitions: { finalized_at: at } }) => at === next.issuedAt.getTime() / 1_000,
    )
    assert.deepEqual(
      [issued?.total, issued?.amount_due],
      [next.totalCents, next.dueCents],
      'the next invoice is as it was announced',
    )
    compared.nexts += 1
  }
  if (end !== null && end.at <= now) {
    const { status } = stripe.account.get('subscription', end.subscription)
    assert.equal(status, 'canceled', 'a canceled plan has ended on the day that was announced')
    compared.ends += 1
  }
}

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
