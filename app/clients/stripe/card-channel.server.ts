/** Payments by card, at Stripe. */
import type { StripeAccount } from '#app/config.server.ts'
import type { CardChannel } from '#app/domain/billing/channel.ts'
import { createCards } from './cards.server.ts'
import { createCheckout } from './checkout.server.ts'
import { createContinuations } from './continuations.server.ts'
import { createCoupons } from './coupons.server.ts'
import { createEventReader } from './events.server.ts'
import { createInvoices } from './invoices.server.ts'
import { createPrices } from './prices.server.ts'
import { createStripeClient } from './stripe-client.server.ts'
import { createEndpoints } from './webhook-endpoints.server.ts'
import { stripeOrigins } from './stripe-origins.ts'
import { createSubscriptions } from './subscriptions.server.ts'

export function createCardChannel(account: StripeAccount, now: () => Date): CardChannel {
  const client = createStripeClient(account, now)
  const prices = createPrices(client)
  const coupons = createCoupons(client, prices.findPrice)
  const { double, hasTax } = account
  const { findPrice } = prices
  const { readInvoiceCharge, ...invoices } = createInvoices({
    client,
    findPrice,
    coupons,
    hasTax,
    double,
  })
  const { readCheckoutCharge, ...checkout } = createCheckout(client)
  return {
    name: 'card',
    abilities: {
      charges: true,
      previewsSwitch: true,
      resumes: true,
      switches: true,
      cancels: true,
      sells: true,
      takesCoupons: true,
    },
    publishableKey: account.publishableKey,
    scriptUrl: stripeOrigins(double).script,
    createPrices: prices.createPrices,
    findCoupon: coupons.findCoupon,
    giveCoupon: coupons.giveCoupon,
    revokeCoupon: coupons.revokeCoupon,
    readEvent: createEventReader({ stripe: client.stripe, now, secrets: account }),
    endpoints: createEndpoints(client),
    ...createCards(client),
    ...createContinuations(client),
    ...createSubscriptions({ client, findPrice, coupons, hasTax }),
    ...invoices,
    ...checkout,
    readCharge: ({ kind, id }) =>
      kind === 'checkout' ? readCheckoutCharge(id) : readInvoiceCharge(id),
  }
}
