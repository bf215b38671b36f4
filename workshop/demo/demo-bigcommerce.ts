/** A store in BigCommerce next to the product, whose control panel frames the app. Never in production. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Config } from '#app/config.server.ts'
import { startBigCommerce } from '../doubles/bigcommerce/bigcommerce-server.ts'

export type DemoControlPanel = {
  /** Variables that make the product an app there. */
  environment: Record<string, string>
  /** Where to begin. */
  panelUrl: string
  stop: () => Promise<void>
}

/** After the demo's other store. */
const portOffset = 2

type Environment = Pick<Config, 'appUrl' | 'dataDir' | 'port'> & { bigcommerce?: unknown }

/**
 * Null when the product is an app in BigCommerce already. The store forgets the app when it stops: it is
 * installed again from its panel.
 *
 * @param now the product's clock: both sign and check what expires
 */
export async function openDemoControlPanel(
  { appUrl, dataDir, port, bigcommerce }: Environment,
  now: () => Date = () => new Date(),
): Promise<DemoControlPanel | null> {
  if (bigcommerce !== undefined) return null
  const double = await startBigCommerce(now, {
    port: port + portOffset,
    appUrl: () => appUrl,
    clientSecret: secretOfFolder(dataDir),
    // Orders of earlier starts have other numbers.
    lastId: Math.floor(now().getTime() / 1_000),
  })
  const store = double.addStore('linenoak', 'Linen and Oak')
  const { clientId, clientSecret, appId } = double.account
  return {
    environment: {
      BIGCOMMERCE_CLIENT_ID: clientId,
      BIGCOMMERCE_CLIENT_SECRET: clientSecret,
      BIGCOMMERCE_APP_ID: appId,
      BIGCOMMERCE_DOUBLE_URL: double.url,
      BIGCOMMERCE_FRAME_ANCESTORS: double.url,
    },
    panelUrl: `${double.url}/panel/${store.hash}`,
    stop: double.stop,
  }
}

const secretShape = z.object({ clientSecret: z.string().min(32) })

/** The same at every start, because what the app stored was signed with it. */
function secretOfFolder(dataDir: string): string {
  const file = path.join(dataDir, 'demo-bigcommerce.json')
  if (existsSync(file))
    return secretShape.parse(JSON.parse(readFileSync(file, 'utf8'))).clientSecret
  const clientSecret = randomBytes(32).toString('hex')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify({ clientSecret }), { mode: 0o600 })
  return clientSecret
}
