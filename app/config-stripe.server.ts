/** The part of the environment that is about payments by card. Read by config.server.ts. */
import { z } from 'zod'
import { flag, type doubleVariables } from './config-use.server.ts'
import { ConfigError } from '#app/lib/config-error.ts'

const webhookSecret = z
  .string()
  .regex(/^whsec_\w{8,}$/, 'must be a signing secret')
  .optional()

export const stripeVariables = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(live|test)_\w{8,}$/, 'must be a secret or restricted key')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(live|test)_\w{8,}$/, 'must be a publishable key')
    .optional(),
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_PREVIOUS_WEBHOOK_SECRET: webhookSecret,
  STRIPE_TAX: flag.default(false),
}

type Variables = z.output<z.ZodObject<typeof stripeVariables & typeof doubleVariables>>

/** The account at Stripe that teams pay by card. */
export type StripeAccount = {
  secretKey: string
  /** For Stripe.js. Public. */
  publishableKey: string
  webhookSecret: string
  /** Stripe still signs with it for a while after the secret was replaced. */
  previousWebhookSecret: string | undefined
  /** Stripe Tax computes the tax of new subscriptions. */
  hasTax: boolean
  /** Origin of a double that replaces Stripe in development and tests. Never in production. */
  double: string | undefined
}

/** @throws ConfigError when only some of the keys are there, or they don't fit */
export function stripeOf(data: Variables): StripeAccount | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = data
  const { STRIPE_DOUBLE_URL } = data
  if (!STRIPE_SECRET_KEY && !STRIPE_PUBLISHABLE_KEY && !STRIPE_WEBHOOK_SECRET) return undefined
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) {
    throw new ConfigError(
      'Configuration: STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET go together.',
    )
  }
  const isLive = (key: string) => key.includes('_live_')
  if (isLive(STRIPE_SECRET_KEY) !== isLive(STRIPE_PUBLISHABLE_KEY)) {
    throw new ConfigError(
      'Configuration: STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live or both be for tests.',
    )
  }
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    previousWebhookSecret: data.STRIPE_PREVIOUS_WEBHOOK_SECRET,
    hasTax: data.STRIPE_TAX,
    double: STRIPE_DOUBLE_URL && new URL(STRIPE_DOUBLE_URL).origin,
  }
}
