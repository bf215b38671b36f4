/** The part of the environment that is about the app in BigCommerce. Read by config.server.ts. */
import { z } from 'zod'
import type { doubleVariables } from './config-use.server.ts'
import { ConfigError } from '#app/lib/config-error.ts'

export const bigcommerceVariables = {
  BIGCOMMERCE_CLIENT_ID: z
    .string()
    .regex(/^\w{8,64}$/, 'must be the app’s client ID')
    .optional(),
  BIGCOMMERCE_CLIENT_SECRET: z
    .string()
    .regex(/^\w{20,100}$/, 'must be the app’s client secret')
    .optional(),
  BIGCOMMERCE_APP_ID: z
    .string()
    .regex(/^\d{1,10}$/, 'must be the number of the app in the Developer Portal')
    .optional(),
}

type Variables = z.output<z.ZodObject<typeof bigcommerceVariables & typeof doubleVariables>>

/** The app as BigCommerce knows it. */
export type BigCommerceAccount = {
  clientId: string
  clientSecret: string
  /** Its number, which is part of its address in a store's control panel. */
  appId: string
  /** Origin of a double that replaces BigCommerce in development and tests. Never in production. */
  double: string | undefined
}

/** @throws ConfigError when only some of the keys are there */
export function bigcommerceOf(data: Variables): BigCommerceAccount | undefined {
  const { BIGCOMMERCE_CLIENT_ID, BIGCOMMERCE_CLIENT_SECRET, BIGCOMMERCE_APP_ID } = data
  const { BIGCOMMERCE_DOUBLE_URL } = data
  if (!BIGCOMMERCE_CLIENT_ID && !BIGCOMMERCE_CLIENT_SECRET && !BIGCOMMERCE_APP_ID) return undefined
  if (!BIGCOMMERCE_CLIENT_ID || !BIGCOMMERCE_CLIENT_SECRET || !BIGCOMMERCE_APP_ID) {
    throw new ConfigError(
      'Configuration: BIGCOMMERCE_CLIENT_ID, BIGCOMMERCE_CLIENT_SECRET and BIGCOMMERCE_APP_ID go together.',
    )
  }
  return {
    clientId: BIGCOMMERCE_CLIENT_ID,
    clientSecret: BIGCOMMERCE_CLIENT_SECRET,
    appId: BIGCOMMERCE_APP_ID,
    double: BIGCOMMERCE_DOUBLE_URL && new URL(BIGCOMMERCE_DOUBLE_URL).origin,
  }
}

/** The integration calls the same store, so a double replaces it there as well. */
export const doubledOrigins = ({
  BIGCOMMERCE_DOUBLE_URL: double,
}: Pick<Variables, 'BIGCOMMERCE_DOUBLE_URL'>): [string, string][] =>
  double === undefined ? [] : [['https://api.bigcommerce.com', new URL(double).origin]]
