/** Subscriptions at Stripe, and the invoices that their changes open. */
import { z } from 'zod'
import {
  ChargeRefused,
  type BillingCustomer,
  type BillingStep,
  type CardChannel,
  type PlanOrder,
  type SwitchOrder,
} from '#app/domain/billing/channel.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Coupons } from './coupons.server.ts'
import { readOwes } from './debts.server.ts'
import { createImmediateEnds } from './immediate-ends.server.ts'
import { createInvoiceSteps, declinedError, paidMeanwhile } from './invoice-steps.server.ts'
import { offerMetadata } from './discounts.ts'
import { createEnds } from './ends.server.ts'
import type { FindPrice } from './prices.server.ts'
import { operationOf, secondsOf } from './proration.ts'
import { readSubscription } from './read-subscription.server.ts'
import { discountsAfter } from './switch-discounts.ts'
import {
  isOver,
  itemOf,
  periodOf,
  subscriptionShape,
  subscriptionSnapshot,
  unitCentsOf,
  type StripeSubscription,
} from './snapshots.ts'
import { codeOf, keyOf, type StripeClient } from './stripe-client.server.ts'

type Subscriptions = Pick<
  CardChannel,
  | 'listSubscriptions'
  | 'subscribe'
  | 'switchPlan'
  | 'cancel'
  | 'resume'
  | 'endNow'
  | 'retryPayment'
  | 'applyCoupon'
  | 'applyOffer'
>

type Parts = {
  client: StripeClient
  findPrice: FindPrice
  coupons: Coupons
  /** Stripe Tax computes the tax of new subscriptions. */
  hasTax: boolean
}

/** Ended ones are listed for so long. */
const listedDays = 30

/**
 * Notes the coupon of an order with the subscription, and so only once the order is paid. A discount that
 * applies once leaves no other trace of it.
 */
const couponMetadata = ({ coupon }: PlanOrder, known: Record<string, string> = {}) => {
  const metadata = { ...known, ...(coupon === null ? {} : { coupon }) }
  return Object.keys(metadata).length === 0 ? {} : { metadata }
}

export function createSubscriptions({ client, findPrice, coupons, hasTax }: Parts): Subscriptions {
  const { ask, now } = client
  const { dropEnd, adoptEnd } = createEnds(client)
  const { readInvoice, stepOfInvoice, payInvoice, voidOpen } = createInvoiceSteps(client)
  const { dropUnstarted, endNow } = createImmediateEnds(client)

  const listAll = ({ providerId: customer }: BillingCustomer) =>
    ask(async (stripe) => {
      const expand = [
        'data.discounts.source.coupon',
        'data.discounts.promotion_code',
        'data.customer',
      ]
      const read: StripeSubscription[] = []
      try {
        const params = { customer, status: 'all', limit: 100, expand } as const
        for await (const one of stripe.subscriptions.list(params)) {
          read.push(subscriptionShape.parse(one))
        }
      } catch (error) {
        // The customer was deleted, and its subscriptions with it.
        if (codeOf(error) !== 'resource_missing') throw error
      }
      return read
    })

  /** @throws ChargeRefused `gone` when it's unknown, or another customer's */
  async function readForCustomer(
    customer: BillingCustomer,
    id: string,
  ): Promise<StripeSubscription> {
    const subscription = await ask((stripe) => readSubscription(stripe, id))
    if (subscription.customer === customer.providerId) return subscription
    throw new ChargeRefused('gone', 'The subscription is another customer’s.')
  }

  /** @throws ChargeRefused `gone` also when it has ended */
  async function readLive(customer: BillingCustomer, id: string): Promise<StripeSubscription> {
    const subscription = await readForCustomer(customer, id)
    if (!isOver(subscription)) return subscription
    throw new ChargeRefused('gone', 'The subscription has ended.')
  }

  /** One whose first payment was declined is of no use: the next attempt creates another. */
  async function stepOfNew(
    { teamId }: BillingCustomer,
    subscription: StripeSubscription,
  ): Promise<BillingStep> {
    const { status, latest_invoice: invoice } = subscription
    if (status === 'incomplete_expired') throw declinedError()
    if (status !== 'incomplete') return { kind: 'done' }
    const step = await stepOfInvoice(invoice)
    if (step !== 'declined') return step
    await dropUnstarted(teamId, subscription)
    throw declinedError()
  }

  /**
   * Gives up a switch that waits for its payment, and that another one replaces. Stripe does it with the update
   * as well, but then this one could be paid before, and both would be charged. Its invoice is void first, which
   * drops the pending update (https://docs.stripe.com/billing/subscriptions/pending-updates).
   *
   * @throws ChargeRefused `gone` when it was paid meanwhile, whether Stripe shows its plan yet or not
   */
  async function dropWaiting(
    { teamId }: BillingCustomer,
    before: StripeSubscription,
    { from, plan }: SwitchOrder,
  ): Promise<void> {
    const { planId, pendingSwitch } = subscriptionSnapshot(before)
    if (from !== undefined && planId !== null && ![from, plan.id].includes(planId)) {
      throw paidMeanwhile()
    }
    // Once the same plan is paid, nothing is left to charge.
    if (!pendingSwitch || pendingSwitch.planId === plan.id) return
    const { invoice } = pendingSwitch
    if (await voidOpen(teamId, invoice)) return
    if ((await readInvoice(invoice)).status === 'paid') throw paidMeanwhile()
  }

  const isDiscounted = (one: StripeSubscription) =>
    one.customerDiscount !== null || one.discounts.length > 0 || itemOf(one).discounts.length > 0

  const readCoupon = async (code: string | null) =>
    code === null ? null : await coupons.readDiscount(code)

  return {
    async listSubscriptions(customer) {
      const since = now().getTime() - listedDays * dayMillis
      const all: StripeSubscription[] = []
      for (const one of await listAll(customer)) {
        all.push(isDiscounted(one) && !isOver(one) ? await readForCustomer(customer, one.id) : one)
      }
      return all
        .map(subscriptionSnapshot)
        .filter(({ endedAt }) => endedAt === null || endedAt.getTime() >= since)
    },

    async subscribe(customer, order) {
      const { teamId, providerId } = customer
      const { id: price } = await findPrice(order.plan)
      const known = await listAll(customer)
      const same = known.find(({ metadata }) => metadata['operation'] === order.operation)
      if (same) return stepOfNew(customer, same)
      const open = known.filter((one) => !isOver(one))
      if (open.some(({ status }) => status !== 'incomplete')) {
        throw new ChargeRefused('other', 'The customer has a subscription.')
      }
      const coupon = await readCoupon(order.coupon)
      // Its payment could still succeed, next to the one that is created now.
      for (const one of open) await dropUnstarted(teamId, one)
      const created = await ask(async (stripe) =>
        stripe.subscriptions.create(
          {
            customer: providerId,
            items: [{ price, quantity: order.quantity }],
            payment_behavior: 'allow_incomplete',
            // Named, because the account's default could be another: discounts are apart from amounts.
            billing_mode: { type: 'flexible', flexible: { proration_discounts: 'itemized' } },
            ...couponMetadata(order, { team_id: String(teamId), operation: order.operation }),
            // Named as well: an account can have a default for subscriptions that name nothing
            // (https://docs.stripe.com/tax/subscriptions/automatic-tax-default), and no price would have been shown with it.
            automatic_tax: { enabled: hasTax },
            ...(coupon === null ? {} : { discounts: [coupon.param] }),
          },
          keyOf(teamId, 'subscribe', order.operation),
        ),
      )
      // A repeated key answers as the first time, whatever happened since.
      return stepOfNew(customer, await readForCustomer(customer, created.id))
    },

    async switchPlan(customer, order) {
      const { teamId } = customer
      const { id: price } = await findPrice(order.plan)
      const before = await readLive(customer, order.subscription)
      if (await readOwes(client, before)) {
        // Its unused time was never paid for, and would become credit.
        throw new ChargeRefused('unpaid', 'The last payment is open.')
      }
      const { id: item } = itemOf(before)
      const discounts = discountsAfter(before, await readCoupon(order.coupon))
      await dropWaiting(customer, before, order)
      await adoptEnd(before, keyOf(teamId, 'switch-end', operationOf(order)))
      // One request, because Stripe keeps all of it back until the switch is paid. A plan that is resumed
      // first would go on when the card declines.
      await ask(async (stripe) =>
        stripe.subscriptions.update(
          order.subscription,
          {
            items: [{ id: item, price, quantity: order.quantity }],
            cancel_at_period_end: false,
            proration_behavior: 'always_invoice',
            ...(order.countedFrom == null ? {} : { proration_date: secondsOf(order.countedFrom) }),
            payment_behavior: 'pending_if_incomplete',
            ...(discounts === undefined ? {} : { discounts }),
            ...couponMetadata(order),
          },
          keyOf(teamId, 'switch', operationOf(order)),
        ),
      )
      const after = await readLive(customer, order.subscription)
      const now = itemOf(after)
      if (now.price.id === price && now.quantity === order.quantity) {
        await dropEnd(after, keyOf(teamId, 'switch-resume', operationOf(order)))
        return { kind: 'done' }
      }
      const { latest_invoice: invoice } = after
      const step = after.pending_update ? await stepOfInvoice(invoice) : 'declined'
      if (step !== 'declined') return step
      // Without its invoice the switch is given up.
      if (after.pending_update && invoice !== null) {
        await ask((stripe) =>
          stripe.invoices.voidInvoice(invoice, {}, keyOf(teamId, 'void', invoice)),
        )
      }
      throw declinedError()
    },

    async cancel(customer, { subscription: id, operation }) {
      await readLive(customer, id)
      await ask((stripe) =>
        stripe.subscriptions.update(
          id,
          { cancel_at_period_end: true },
          keyOf(customer.teamId, 'cancel', operation),
        ),
      )
    },

    async resume(customer, { subscription: id, operation }) {
      await dropEnd(await readLive(customer, id), keyOf(customer.teamId, 'resume', operation))
    },

    endNow,

    async retryPayment(customer, id) {
      const open = await ask(async (stripe) => {
        const params = { customer: customer.providerId, subscription: id } as const
        const { data } = await stripe.invoices.list({ ...params, status: 'open', limit: 100 })
        return z.array(z.object({ id: z.string() })).parse(data)
      })
      // The oldest first.
      for (const { id: invoice } of open.toReversed()) {
        const step = await payInvoice(invoice)
        if (step.kind !== 'done') return step
      }
      return { kind: 'done' }
    },

    async applyCoupon(customer, { subscription: id, code, operation }) {
      await readLive(customer, id)
      const discounts = [(await coupons.readDiscount(code)).param]
      await ask((stripe) =>
        stripe.subscriptions.update(id, { discounts }, keyOf(customer.teamId, 'coupon', operation)),
      )
    },

    async applyOffer(customer, { subscription: id, priceCents, operation }) {
      const { price, quantity } = itemOf(await readLive(customer, id))
      const { product } = price
      if (periodOf(price) !== null) throw new ChargeRefused('other', 'The offer is per month.')
      const amount = unitCentsOf(price) * quantity - priceCents
      if (amount <= 0 || product === null) {
        throw new ChargeRefused('other', 'The offer isn’t below the price.')
      }
      const coupon = `cancellation-offer-${product}-${String(amount)}`
      await ask(async (stripe) => {
        try {
          await stripe.coupons.create({
            id: coupon,
            amount_off: amount,
            currency: 'usd',
            duration: 'forever',
            // A switch removes it. One that is made at Stripe may not.
            applies_to: { products: [product] },
            metadata: offerMetadata,
          })
        } catch (error) {
          if (codeOf(error) !== 'resource_already_exists') throw error
        }
        await stripe.subscriptions.update(
          id,
          { discounts: [{ coupon }] },
          keyOf(customer.teamId, 'offer', operation),
        )
      })
    },
  }
}
