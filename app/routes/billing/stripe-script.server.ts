import type { Config } from '#app/config.server.ts'

/** URL of Stripe.js, which Stripe serves itself. */
export const stripeScript = (_config: Config): string => 'https://js.stripe.com/v3/'
