/** Origins that Stripe.js uses in the browser, for the content security policy. */
export type StripeOrigins = {
  scripts: readonly string[]
  /** Fields for cards, and the pages of banks. */
  frames: readonly string[]
  connections: readonly string[]
  /** Where a form may lead: the checkout. */
  forms: readonly string[]
  /** Address of Stripe.js itself. */
  script: string
}

/** @param double origin of a double that replaces all of them */
export function stripeOrigins(double: string | undefined): StripeOrigins {
  if (double !== undefined) {
    return {
      scripts: [double],
      frames: [],
      connections: [double],
      forms: [double],
      script: `${double}/stripe.js`,
    }
  }
  return {
    scripts: ['https://js.stripe.com'],
    frames: ['https://js.stripe.com', 'https://hooks.stripe.com'],
    connections: ['https://api.stripe.com'],
    forms: ['https://checkout.stripe.com'],
    // The same API version as the server's.
    script: 'https://js.stripe.com/endive/stripe.js',
  }
}
