/** Invoices of Stripe, those to come, and their documents. */
import type { BillingCustomer, CardChannel } from '#app/domain/billing/channel.ts'
import type { ChargePreview } from '#app/domain/billing/channels/charge-preview.ts'
import type { Plan } from '#app/domain/plans/catalog.ts'
import { minuteMillis } from '#app/lib/time.ts'
import { createGuardedStream } from '#app/lib/web/guarded-fetch.server.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import type { Coupons } from './coupons.server.ts'
import { couponOf, type Discount } from './discounts.ts'
import type { FindPrice } from './prices.server.ts'
import {
  balanceAfter,
  heldCredit,
  withHeldCredit,
  carriedOf,
  invoiceShape,
  invoiceSnapshot,
  latestEnd,
  storedLines,
  taxOf,
  type StripeInvoice,
} from './invoice-snapshots.ts'
import { createInvoiceReads, type InvoiceReads } from './invoice-reads.server.ts'
import { countFrom, secondsOf } from './proration.ts'
import { balanceOf, priceBasis, readTaxBasis } from './price-basis.server.ts'
import { readSubscription } from './read-subscription.server.ts'
import {
  customerDiscount,
  isInvoicedNext,
  isOver,
  itemOf,
  periodOf,
  subscriptionShape,
  type StripeSubscription,
} from './snapshots.ts'
import { codeOf, type StripeClient } from './stripe-client.server.ts'
import { readOwes } from './debts.server.ts'
import { createWaitingOrders } from './waiting-orders.server.ts'
import {
  isOverAt,
  isUsedUp,
  previewedAfter,
  previewedLater,
  previewedOfItem,
} from './switch-discounts.ts'

type Invoices = Pick<
  CardChannel,
  'previewSwitch' | 'previewInvoice' | 'readPriceBasis' | 'readWaitingOrder' | 'readInvoicePdf'
> &
  InvoiceReads

const pdfLimits = { maxBytes: 10 * 1024 * 1024, maxMillis: 30_000, accept: 'application/pdf' }

type Parts = {
  client: StripeClient
  findPrice: FindPrice
  coupons: Pick<Coupons, 'readDiscount'>
  /** Stripe Tax computes the tax of new subscriptions. */
  hasTax: boolean
  /** Origin of the double, whose documents are on this machine. */
  double: string | undefined
}

export function createInvoices({ client, findPrice, coupons, hasTax, double }: Parts): Invoices {
  const { ask, now } = client
  const { readHeld, readWaitingOrder } = createWaitingOrders(client)
  const stream = createGuardedStream({ doubles: double === undefined ? [] : [double] })

  const readSubscriptions = ({ providerId: customer }: BillingCustomer) =>
    ask(async (stripe) => {
      const { data } = await stripe.subscriptions.list({ customer, limit: 100 })
      return data.map((one) => subscriptionShape.parse(one))
    })

  type Waiting = Pick<StripeSubscription, 'latest_invoice' | 'pending_update'>

  type Wanted = { plan: Plan; quantity: number; coupon?: string | null; replaces?: string | null }

  const readCoupon = async ({ coupon }: Wanted) =>
    coupon == null ? null : await coupons.readDiscount(coupon)

  /** The customer's discount, null if none runs, and what a first price depends on. */
  const readFirst = (customer: string) =>
    ask(async (stripe) => {
      const expand = ['discount.source.coupon']
      const known = await stripe.customers.retrieve(customer, { expand })
      const read = customerDiscount.parse(known)
      const inherited = read !== null && isOverAt(read, secondsOf(now())) ? null : read
      const tax = hasTax ? await readTaxBasis(stripe, customer) : null
      const basis = { discount: inherited?.id ?? null, tax, balance: balanceOf(known) }
      return { inherited, basis: priceBasis(basis) }
    })

  /** A switch that waits, and that the next one replaces, gives back the credit that it holds. */
  const readHeldBySwitch = async ({ latest_invoice: latest, pending_update: pending }: Waiting) =>
    pending && latest !== null
      ? invoiceShape.parse(await client.stripe.invoices.retrieve(latest))
      : null

  /** The customer's discount is among the stored ones of the subscription. Called within `ask`. */
  const basisOfSwitch = async (
    customer: string,
    { automatic_tax: { enabled } }: Pick<StripeSubscription, 'automatic_tax'>,
    held: StripeInvoice | null,
  ) => {
    const { stripe } = client
    const balance = balanceOf(await stripe.customers.retrieve(customer))
    return priceBasis({
      discount: null,
      tax: enabled ? await readTaxBasis(stripe, customer) : null,
      balance: balance - heldCredit(held),
    })
  }

  /** Previews a subscription that is yet to be created. */
  async function previewFirst(
    { providerId: customer }: BillingCustomer,
    wanted: Wanted,
  ): Promise<ChargePreview> {
    const { id: price } = await findPrice(wanted.plan)
    const coupon = await readCoupon(wanted)
    const order = {
      customer,
      automatic_tax: { enabled: hasTax },
      subscription_details: { items: [{ price, quantity: wanted.quantity }] },
    }
    // Stripe refuses a code for first purchases until the order that is replaced is void.
    const param = (wanted.replaces == null ? coupon?.param : coupon?.plain) ?? null
    // The discount of the first invoice alone: one for a month ends with the period.
    const isOnce = coupon !== null && (coupon.isOnce || coupon.months === 1)
    const later = isOnce ? null : param
    const { inherited, basis } = await readFirst(customer)
    const held = await readHeld(customer, wanted.replaces)
    /** Used up by the first invoice, or over by the next one. */
    const isGone = (discount: Discount, nextAt: Date | null) =>
      (coupon === null && couponOf(discount)?.duration === 'once') ||
      isOverAt(discount, nextAt && secondsOf(nextAt))
    return ask(async (stripe) => {
      const preview = invoiceShape.parse(
        await stripe.invoices.createPreview({
          ...order,
          ...(param === null ? {} : { discounts: [param] }),
        }),
      )
      const first = withHeldCredit(preview, held)
      const nextAt = latestEnd(first.lines.data)
      const next = invoiceShape.parse(
        await stripe.invoices.createPreview({
          ...order,
          preview_mode: 'recurring',
          ...(inherited !== null && isGone(inherited, nextAt) ? { discounts: '' } : {}),
          ...(later === null ? {} : { discounts: [later] }),
        }),
      )
      return {
        ...chargeOf(first, next),
        countedFrom: now(),
        nextAt,
        isCouponOnce: isOnce,
        basis,
      }
    })
  }

  async function previewChange(
    { providerId: customer }: BillingCustomer,
    { id, ...wanted }: Wanted & { id: string },
  ): Promise<ChargePreview | null> {
    const { id: price } = await findPrice(wanted.plan)
    const coupon = await readCoupon(wanted)
    return ask(async (stripe) => {
      const subscription = await readSubscription(stripe, id)
      if (subscription.customer !== customer || isOver(subscription)) return null
      // Nothing is switched while the last payment is open.
      if (await readOwes(client, subscription)) return null
      const held = await readHeldBySwitch(subscription)
      const basis = await basisOfSwitch(customer, subscription, held)
      const item = itemOf(subscription)
      const items = [{ id: item.id, price, quantity: wanted.quantity }]
      const { current_period_start: start, current_period_end: end } = item
      const countedFrom = countFrom(now(), { start, end })
      // A switch resumes.
      const details = { items, cancel_at_period_end: false }
      const discounts = previewedAfter(subscription, coupon)
      const preview = invoiceShape.parse(
        await stripe.invoices.createPreview({
          customer,
          subscription: id,
          ...(discounts === undefined ? {} : { discounts }),
          subscription_details: {
            ...details,
            proration_behavior: 'always_invoice',
            proration_date: secondsOf(countedFrom),
          },
        }),
      )
      const change = withHeldCredit(preview, held)
      // Another interval begins a period of its own.
      const nextAt = periodOf(item.price) ? latestEnd(change.lines.data) : end
      const moments = { at: secondsOf(countedFrom), nextAt: nextAt && secondsOf(nextAt) }
      const discountsThen = previewedLater(subscription, coupon, moments)
      const ofItem = previewedOfItem(item.discounts, moments)
      const itemsThen =
        ofItem === undefined ? items : items.map((one) => ({ ...one, discounts: ofItem }))
      const later = invoiceShape.parse(
        await stripe.invoices.createPreview({
          customer,
          subscription: id,
          preview_mode: 'recurring',
          ...(discountsThen === undefined ? {} : { discounts: discountsThen }),
          subscription_details: { ...details, items: itemsThen, proration_behavior: 'none' },
        }),
      )
      return {
        ...chargeOf(change, later),
        countedFrom,
        nextAt,
        isCouponOnce: coupon !== null && isUsedUp(coupon, moments),
        basis,
      }
    })
  }

  return {
    async previewSwitch(customer, { subscription: id, ...wanted }) {
      return id === null
        ? previewFirst(customer, wanted)
        : previewChange(customer, { id, ...wanted })
    },

    readWaitingOrder,

    ...createInvoiceReads(client),

    async previewInvoice(customer) {
      const coming = (await readSubscriptions(customer)).find(isInvoicedNext)
      if (!coming) return null
      const preview = await ask(async (stripe) => {
        const params = { customer: customer.providerId, subscription: coming.id }
        try {
          return invoiceShape.parse(await stripe.invoices.createPreview(params))
        } catch (error) {
          if (codeOf(error) === 'invoice_upcoming_none') return null
          throw error
        }
      })
      if (!preview) return null
      // A preview has no lines of its own to list.
      const snapshot = invoiceSnapshot(preview, preview.lines.data, 'open')
      return {
        ...snapshot,
        dueCents: preview.amount_due,
        issuedAt: itemOf(coming).current_period_end,
      }
    },

    async readPriceBasis({ providerId: customer }, id) {
      if (id === null) return (await readFirst(customer)).basis
      return ask(async (stripe) => {
        const subscription = subscriptionShape.parse(await stripe.subscriptions.retrieve(id))
        return basisOfSwitch(customer, subscription, await readHeldBySwitch(subscription))
      })
    },

    async readInvoicePdf({ providerId }, id) {
      const invoice = await ask(async (stripe) => {
        try {
          return invoiceShape.parse(await stripe.invoices.retrieve(id))
        } catch (error) {
          if (codeOf(error) === 'resource_missing') return null
          throw error
        }
      })
      if (invoice?.customer !== providerId || !invoice.invoice_pdf) return null
      const address = invoice.invoice_pdf
      try {
        const answer = await stream(address, pdfLimits, { etag: null, lastModified: null })
        if (answer.isUnchanged) return null
        return await startedStream(answer.pieces)
      } catch {
        throw new TryLater(
          'Stripe’s document could not be fetched.',
          new Date(now().getTime() + minuteMillis),
        )
      }
    },
  }
}

/** @param later the invoice after it */
function chargeOf(now: StripeInvoice, later: StripeInvoice) {
  return {
    lines: storedLines(now.lines.data),
    taxCents: taxOf(now),
    totalCents: now.total,
    dueNowCents: now.total < 0 ? now.total : now.amount_due,
    carriedCents: carriedOf(now),
    nextCents: Math.max(0, later.total + balanceAfter(now)),
  }
}

/** Waits for the first piece, so that a failure is known before anything is answered. */
async function startedStream(pieces: AsyncIterable<Buffer>): Promise<ReadableStream<Uint8Array>> {
  const iterator = pieces[Symbol.asyncIterator]()
  let next = iterator.next()
  await next
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await next
      if (piece.done) {
        controller.close()
        return
      }
      controller.enqueue(piece.value)
      next = iterator.next()
      // A failure is thrown by the next pull.
      next.catch(() => {})
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
