/** One-time purchases on Stripe's page. */
import { z } from 'zod'
import { ChargeRefused, type CardChannel } from '#app/domain/billing/channel.ts'
import type { ChargeSnapshot } from '#app/domain/billing/channels/charge.ts'
import { currency } from '#app/domain/plans/catalog.ts'
import { intentShape, isOnItsWay, keptCents } from './payment-intents.ts'
import { purchaseSnapshot, sessionShape } from './snapshots.ts'
import { codeOf, keyOf, type StripeClient } from './stripe-client.server.ts'

const createdShape = z.object({ id: z.string(), url: z.string() })

const unpaidShape = z.object({
  id: z.string(),
  status: z.string().nullable(),
  payment_status: z.string(),
})

type Checkout = Pick<
  CardChannel,
  'sell' | 'readPurchase' | 'listUnpaidCheckouts' | 'closeCheckout'
> & {
  /** Null: it doesn't exist. */
  readCheckoutCharge: (id: string) => Promise<ChargeSnapshot | null>
}

export const createCheckout = ({ ask }: StripeClient): Checkout => ({
  async sell({ teamId, providerId: customer }, order) {
    const metadata = { team_id: String(teamId), purchase: order.purchaseUuid }
    return ask(async (stripe) => {
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          customer,
          client_reference_id: order.purchaseUuid,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency,
                unit_amount: order.priceCents,
                product_data: { name: order.name },
              },
            },
          ],
          // Purchases appear among the invoices.
          invoice_creation: { enabled: true },
          metadata,
          success_url: order.returnUrl,
          cancel_url: order.cancelUrl,
        },
        keyOf(teamId, 'sell', order.operation),
      )
      const { id: providerId, url } = createdShape.parse(session)
      return { providerId, url }
    })
  },

  async readPurchase({ providerId: customer }, id) {
    return ask(async (stripe) => {
      try {
        const expand = ['payment_intent.latest_charge']
        const session = sessionShape.parse(await stripe.checkout.sessions.retrieve(id, { expand }))
        return session.customer === customer ? purchaseSnapshot(session) : null
      } catch (error) {
        if (codeOf(error) === 'resource_missing') return null
        throw error
      }
    })
  },

  async listUnpaidCheckouts({ providerId: customer }) {
    return ask(async (stripe) => {
      const read: z.output<typeof unpaidShape>[] = []
      try {
        for await (const one of stripe.checkout.sessions.list({ customer, limit: 100 })) {
          read.push(unpaidShape.parse(one))
        }
      } catch (error) {
        if (codeOf(error) !== 'resource_missing') throw error
      }
      return read
        .filter((one) => one.status !== 'expired' && one.payment_status === 'unpaid')
        .map(({ id, status }) => ({ id, isOpen: status === 'open' }))
    })
  },

  async closeCheckout(id) {
    try {
      await ask((stripe) => stripe.checkout.sessions.expire(id))
    } catch (error) {
      // It was paid or closed meanwhile: Stripe closes open ones alone.
      if (!(error instanceof ChargeRefused)) throw error
    }
  },

  async readCheckoutCharge(id) {
    return ask(async (stripe) => {
      try {
        const expand = ['payment_intent.latest_charge']
        return chargedOf(
          chargedShape.parse(await stripe.checkout.sessions.retrieve(id, { expand })),
        )
      } catch (error) {
        if (codeOf(error) === 'resource_missing') return null
        throw error
      }
    })
  },
})

const chargedShape = unpaidShape.extend({
  currency: z.string().nullable(),
  payment_intent: intentShape.nullish(),
})

function chargedOf({
  status,
  currency: of,
  payment_intent: intent,
}: z.output<typeof chargedShape>): ChargeSnapshot {
  const state = status === 'open' ? 'open' : status === 'complete' ? 'paid' : 'void'
  return {
    state,
    isProcessing: intent != null && isOnItsWay(intent),
    cents: intent == null ? 0 : keptCents(intent),
    currency: of ?? currency,
  }
}
