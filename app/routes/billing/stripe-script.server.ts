import type { Config } from '#app/config.server.ts'

/** The release of Stripe.js that goes with the API version of app/clients/stripe. */
const release = 'endive'

/** URL of Stripe.js, which Stripe serves itself. In development and tests the double's. */
export const stripeScript = ({ stripe }: Pick<Config, 'stripe'>): string =>
  stripe?.double === undefined
    ? `https://js.stripe.com/${release}/stripe.js`
    : `${stripe.double}/stripe.js`
