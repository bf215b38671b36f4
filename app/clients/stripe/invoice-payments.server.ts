/** Payments of invoices that Stripe doesn't call paid, as their banks have them. */
import { ChargeRefused, type InvoiceSnapshot } from '#app/domain/billing/channel.ts'
import type { ChargeSnapshot } from '#app/domain/billing/channels/charge.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { StripeInvoice } from './invoice-snapshots.ts'
import { intentShape, isOnItsWay, isPaid, keptCents } from './payment-intents.ts'
import type { StripeClient } from './stripe-client.server.ts'

/** The payment of one that has been void for longer is read only if its bank hasn't answered yet. */
const askedDays = 30

type InvoicePayments = {
  /** @param isAtBank its bank hadn't answered when it was last read */
  readPayment: (
    invoice: StripeInvoice,
    isAtBank: boolean,
  ) => Promise<Pick<InvoiceSnapshot, 'isProcessing' | 'isAnswered'> & { paidCents?: number }>
  /** The part that was charged and not given back, whatever the invoice's state. */
  readKept: (invoice: StripeInvoice) => Promise<Pick<ChargeSnapshot, 'isProcessing' | 'cents'>>
  /** Cancels what a bank still works on, where Stripe allows it. */
  stopPayments: (invoice: StripeInvoice) => Promise<void>
}

const sumKept = (intents: readonly Parameters<typeof keptCents>[0][]): number =>
  intents.reduce((sum, one) => sum + keptCents(one), 0)

/**
 * Reads whether the bank still works on an invoice's payment. An open one that was paid counts as that until
 * Stripe says so. A void one can still be charged: Stripe cancels a payment that is `processing` only "in rare
 * cases" (docs.stripe.com/api/payment_intents/cancel). Then `paidCents` is what was charged. It's read until its
 * bank has answered, because nothing else says whether it was charged.
 */
export function createInvoicePayments({
  ask,
  now,
}: Pick<StripeClient, 'ask' | 'now'>): InvoicePayments {
  const readIntents = async ({ payments }: StripeInvoice) => {
    const read = []
    for (const { payment } of payments?.data ?? []) {
      const id = payment?.payment_intent
      if (id == null) continue
      const intent = await ask(async (stripe) =>
        intentShape.parse(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })),
      )
      read.push({ id, ...intent })
    }
    return read
  }

  const readPayment: InvoicePayments['readPayment'] = async (invoice, isAtBank) => {
    const { status, status_transitions: times } = invoice
    if (status === 'open') {
      const intents = await readIntents(invoice)
      return { isProcessing: intents.some((one) => isOnItsWay(one) || isPaid(one)) }
    }
    const since = now().getTime() - askedDays * dayMillis
    const isRecent = (times.voided_at?.getTime() ?? 0) >= since
    if (status !== 'void') return { isProcessing: false }
    if (!isRecent && !isAtBank) return { isProcessing: false, isAnswered: false }
    const intents = await readIntents(invoice)
    return {
      isProcessing: intents.some(isOnItsWay),
      paidCents: sumKept(intents),
    }
  }

  return {
    readPayment,
    async readKept(invoice) {
      const intents = await readIntents(invoice)
      return { isProcessing: intents.some(isOnItsWay), cents: sumKept(intents) }
    },
    async stopPayments(invoice) {
      for (const intent of await readIntents(invoice)) {
        if (!isOnItsWay(intent)) continue
        try {
          await ask((stripe) => stripe.paymentIntents.cancel(intent.id))
        } catch (error) {
          if (!(error instanceof ChargeRefused)) throw error
        }
      }
    },
  }
}
