/** One-time purchases on Stripe's page. */
import { z } from 'zod'
import type { CardChannel } from '#app/domain/billing/channel.ts'
import { currency } from '#app/domain/plans/catalog.ts'
import { purchaseSnapshot, sessionShape } from './snapshots.ts'
import { codeOf, keyOf, type StripeClient } from './stripe-client.server.ts'

const createdShape = z.object({ id: z.string(), url: z.string() })

export const createCheckout = ({
  ask,
}: StripeClient): Pick<CardChannel, 'sell' | 'readPurchase'> => ({
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
})
