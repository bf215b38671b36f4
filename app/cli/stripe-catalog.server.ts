/** Creates the plans' products and prices at Stripe. */
import { cardHookPath } from '#app/domain/billing/endpoint/find-endpoint-issues.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Command } from './command.ts'

export const stripeCatalogCommand: Command = {
  name: 'stripe-catalog',
  summary: 'Create the plans’ products and prices at Stripe',
  usage: 'stripe-catalog',
  options: {},
  required: [],

  async run({ services: { billing, config } }) {
    if (!billing.card) {
      const names = 'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET'
      throw new Refusal('invalid', `Set ${names} first. docs/billing.md says where they are.`)
    }
    const prices = await billing.card.createPrices()
    const webhook = config.appUrl + cardHookPath
    return {
      lines: [
        ...prices.map(
          ({ planId, priceId, isNew }) => `${planId}: ${priceId}${isNew ? ' (created)' : ''}`,
        ),
        `Webhook endpoint: ${webhook}, with the events that docs/billing.md lists.`,
      ],
      json: { prices, webhook },
    }
  },
}
