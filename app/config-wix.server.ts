/** The part of the environment that is about the app in Wix. Read by config.server.ts. */
import { z } from 'zod'
import type { doubleVariables } from './config-use.server.ts'
import { ConfigError } from '#app/lib/config-error.ts'
import { readPublicKey } from '#app/lib/security/signed-token.ts'

export const wixVariables = {
  WIX_APP_ID: z.uuid('must be the app’s ID').optional(),
  WIX_APP_SECRET: z.string().min(10, 'must have at least 10 characters').optional(),
  WIX_PUBLIC_KEY: z
    .string()
    .refine((pem) => readPublicKey(pem) !== null, 'must be the app’s public key')
    .optional(),
  WIX_PLAN_IDS: z.string().optional(),
  WIX_SHARE_URL_ID: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be the ID in the app’s share link')
    .optional(),
}

type Variables = z.output<z.ZodObject<typeof wixVariables & typeof doubleVariables>>

/** The app as Wix knows it. */
export type WixAccount = {
  appId: string
  appSecret: string
  /** Wix signs webhooks with the other half. PEM. */
  publicKey: string
  /** The app's plans at Wix by the plan's id in the catalog. A plan that isn't here has the same id there. */
  products: ReadonlyMap<string, string>
  /** ID of the share link of an app that isn't in Wix' App Market. Undefined: it is. */
  shareUrlId: string | undefined
  /** Origin of a double that replaces Wix in development and tests. Never in production. */
  double: string | undefined
}

/** @throws ConfigError when only some of the keys are there */
export function wixOf(data: Variables): WixAccount | undefined {
  const { WIX_APP_ID, WIX_APP_SECRET, WIX_PUBLIC_KEY, WIX_DOUBLE_URL } = data
  if (!WIX_APP_ID && !WIX_APP_SECRET && !WIX_PUBLIC_KEY) return undefined
  if (!WIX_APP_ID || !WIX_APP_SECRET || !WIX_PUBLIC_KEY) {
    throw new ConfigError(
      'Configuration: WIX_APP_ID, WIX_APP_SECRET and WIX_PUBLIC_KEY go together.',
    )
  }
  return {
    appId: WIX_APP_ID,
    appSecret: WIX_APP_SECRET,
    publicKey: WIX_PUBLIC_KEY,
    products: productsOf(data.WIX_PLAN_IDS ?? ''),
    shareUrlId: data.WIX_SHARE_URL_ID,
    double: WIX_DOUBLE_URL && new URL(WIX_DOUBLE_URL).origin,
  }
}

function productsOf(text: string): Map<string, string> {
  const entries = text.split(',').flatMap((part) => {
    if (part.trim() === '') return []
    const [planId = '', product = '', ...more] = part.split('=').map((one) => one.trim())
    if (planId === '' || product === '' || more.length > 0) {
      throw new ConfigError('Configuration: WIX_PLAN_IDS must be like "lite1=…, plus1=…".')
    }
    return [[planId, product] as const]
  })
  return new Map(entries)
}
