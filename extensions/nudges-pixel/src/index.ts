/** Entry of the web pixel, which Shopify runs in a sandbox on all pages of a shop, checkout too. */
import { register } from '@shopify/web-pixels-extension'
import { describeAddedToCart, describeCheckout, describeOrder } from './events.ts'
import { createReport } from './report.ts'

register(({ analytics, browser, customerPrivacy, init, settings }) => {
  const report = createReport(settings, browser)
  let isAllowed = init.customerPrivacy.analyticsProcessingAllowed
  customerPrivacy.subscribe('visitorConsentCollected', ({ customerPrivacy: decided }) => {
    isAllowed = decided.analyticsProcessingAllowed
  })
  // Events from before a visitor's consent aren't reported later.
  const send = (events: ReturnType<typeof describeOrder>) => {
    if (isAllowed && events.length > 0) void report(events)
  }

  analytics.subscribe('product_added_to_cart', (event) => {
    send(describeAddedToCart(event))
  })
  analytics.subscribe('checkout_started', (event) => {
    send(describeCheckout(event))
  })
  analytics.subscribe('checkout_completed', (event) => {
    send(describeOrder(event))
  })
})
