/** The demo store next to the product, to try the app in an admin. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Config } from '#app/config.server.ts'
import { startShopifyStore } from '../store/shopify-store.server.ts'

export type DemoStore = {
  /** Variables that make the product an app of this store. */
  environment: Record<string, string>
  /** Where to begin. */
  adminUrl: string
  close: () => Promise<void>
}

const handle = 'footfall'

/** Webhooks that failed are looked at so often. */
const retryMillis = 5_000

type Environment = Pick<Config, 'appUrl' | 'dataDir' | 'port'> & { shopify?: unknown }

/**
 * Null when the product is an app of the platform already.
 *
 * @param now the product's clock: both sign and check what expires
 */
export async function openDemoStore(
  config: Environment,
  now?: () => Date,
): Promise<DemoStore | null> {
  const { appUrl, dataDir, port } = config
  if (config.shopify !== undefined) return null

  const keys = keysOfFolder(dataDir)
  const options = {
    ...keys,
    handle,
    appUrl: `${appUrl}/shopify`,
    webhooksUrl: `${appUrl}/hooks/shopify`,
    retryEveryMillis: retryMillis,
    ...(now && { clock: now }),
  }
  const store = await startShopifyStore({ ...options, port: port + 1 }).catch((error: unknown) => {
    if (!isAddressInUse(error)) throw error
    return startShopifyStore({ ...options, port: 0 })
  })
  const [shop] = store.shops
  return {
    environment: {
      SHOPIFY_API_KEY: keys.apiKey,
      SHOPIFY_API_SECRET: keys.apiSecret,
      SHOPIFY_APP_HANDLE: handle,
      SHOPIFY_PRICING: 'billing_api',
      SHOPIFY_DOUBLE_URL: store.url,
    },
    adminUrl: shop?.adminUrl ?? store.url,
    close: store.close,
  }
}

const isAddressInUse = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

const keysShape = z.object({ apiKey: z.string().min(16), apiSecret: z.string().min(32) })

/** The same at every start, because what the app stored was signed with them. */
function keysOfFolder(dataDir: string): z.infer<typeof keysShape> {
  const file = path.join(dataDir, 'demo-store.json')
  if (existsSync(file)) return keysShape.parse(JSON.parse(readFileSync(file, 'utf8')))
  const keys = {
    apiKey: randomBytes(16).toString('hex'),
    apiSecret: randomBytes(32).toString('hex'),
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}
