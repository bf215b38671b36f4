/**
 * Whether the product serves people on this machine only, or the public. Read by config.server.ts.
 */
import { z } from 'zod'
import { ConfigError } from '#app/lib/config-error.ts'
import { isLoopbackAddress } from '#app/lib/web/public-address.server.ts'

export const flag = z.enum(['0', '1']).transform((value) => value === '1')
const origin = z.url({ protocol: /^https?$/ }).optional()

export const useVariables = {
  /**
   * Local use has to be asked for: it prints a login and trusts doubles of payments and shops.
   */
  APP_ENV: z.enum(['local', 'production']).default('production'),
  HOST: z.string().min(1).default('localhost'),
  APP_URL: origin,
  /** Whether the demo runs next to the product, which the product itself never asks. */
  DEMO: flag.optional(),
}

/** Each replaces a provider, so it gets the credentials of shops, or lets through what isn’t paid. */
export const doubleVariables = {
  SHOPIFY_DOUBLE_URL: origin,
  STRIPE_DOUBLE_URL: origin,
  WIX_DOUBLE_URL: origin,
  BIGCOMMERCE_DOUBLE_URL: origin,
  /** Origins of services and of their doubles: "https://api.example=http://127.0.0.1:9000, …". */
  INTEGRATION_ORIGINS: z.string().optional(),
  WEBHOOK_RECEIVER_URL: origin,
  PUSH_SERVICE_URL: origin,
  DEMO_SHOP_URL: origin,
}

type Variables = z.output<z.ZodObject<typeof useVariables & typeof doubleVariables>>

/**
 * @returns whether the product serves the public
 * @throws ConfigError when production has a demo or a double, even one that nothing would use yet, and
 *   when a local product could be reached by others
 */
export function readUse(data: Variables): boolean {
  if (data.APP_ENV === 'production') refuseWorkshop(data)
  else refuseStrangers(data)
  return data.APP_ENV === 'production'
}

function refuseWorkshop(data: Variables): void {
  const set = [
    ...(data.DEMO ? ['DEMO'] : []),
    ...Object.keys(doubleVariables).filter((name) => name in data),
  ]
  const [name] = set
  if (name === undefined) return
  throw new ConfigError(`Configuration: ${name} can’t be set in production.`)
}

function refuseStrangers({ HOST, APP_URL }: Variables): void {
  const refuse = (name: string, value: string) => {
    throw new ConfigError(
      `Configuration: APP_ENV=local, which npm start and npm run dev use, is for this machine only, so ${name} can’t be ${value}. Use localhost, or set APP_ENV=production to serve others.`,
    )
  }
  if (!isThisMachine(HOST)) refuse('HOST', HOST)
  if (APP_URL !== undefined && !isThisMachine(new URL(APP_URL).hostname)) {
    refuse('APP_URL', APP_URL)
  }
}

/** @param name an IP literal, in brackets or not, or a name: those of RFC 6761 always mean this machine */
const isThisMachine = (name: string): boolean =>
  /^(?:.+\.)?localhost$/i.test(name) || isLoopbackAddress(name.replace(/^\[(.*)\]$/, '$1'))
