/** Payments of invoices: what the person has to do next. */
import { ChargeRefused, type BillingStep } from '#app/domain/billing/channel.ts'
import { invoiceShape } from './invoice-snapshots.ts'
import { asks, intentShape, isOnItsWay, isPaid } from './payment-intents.ts'
import { codeOf, keyOf, type StripeClient } from './stripe-client.server.ts'

export const declinedError = () => new ChargeRefused('card', 'The card was declined.')

export const paidMeanwhile = () => new ChargeRefused('gone', 'It was paid meanwhile.')

export function createInvoiceSteps({ ask }: Pick<StripeClient, 'ask'>) {
  const readInvoice = (id: string) =>
    ask(async (stripe) =>
      invoiceShape.parse(await stripe.invoices.retrieve(id, { expand: ['confirmation_secret'] })),
    )

  /** How the payment of an open invoice is: what the browser has to do, or that the card was declined. */
  async function stepOfInvoice(id: string | null): Promise<BillingStep | 'declined'> {
    const invoice = id === null ? null : await readInvoice(id)
    if (!invoice || invoice.status === 'paid') return { kind: 'done' }
    const clientSecret = invoice.confirmation_secret?.client_secret
    if (clientSecret === undefined || invoice.status !== 'open') return 'declined'
    const intent = await ask(async (stripe) => {
      const [id = ''] = clientSecret.split('_secret_')
      return intentShape.parse(await stripe.paymentIntents.retrieve(id))
    })
    if (asks(intent)) return { kind: 'authenticate', clientSecret }
    if (isOnItsWay(intent)) return { kind: 'processing' }
    return isPaid(intent) ? { kind: 'done' } : 'declined'
  }

  /** Each attempt is another request: the same card may pay the next time. */
  async function payInvoice(invoice: string): Promise<BillingStep> {
    await ask(async (stripe) => {
      try {
        await stripe.invoices.pay(invoice, { off_session: false })
      } catch (error) {
        if (codeOf(error) !== 'invoice_payment_intent_requires_action') throw error
      }
    })
    const step = await stepOfInvoice(invoice)
    if (step === 'declined') throw declinedError()
    return step
  }

  /**
   * Stripe voids no invoice that is paid (https://support.stripe.com/questions/invoice-states), so what it
   * voided can't be paid any more.
   *
   * @returns false: it isn't open, or was paid in that moment
   */
  async function voidOpen(teamId: number, invoice: string | null): Promise<boolean> {
    if (invoice === null || (await readInvoice(invoice)).status !== 'open') return false
    try {
      await ask((stripe) =>
        stripe.invoices.voidInvoice(invoice, {}, keyOf(teamId, 'void', invoice)),
      )
      return true
    } catch (error) {
      if (error instanceof ChargeRefused) return false
      throw error
    }
  }

  return { readInvoice, stepOfInvoice, payInvoice, voidOpen }
}
