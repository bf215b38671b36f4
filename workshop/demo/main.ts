/**
 * The demo as a process next to the product: a shop at `/demo`, and a store with an admin. It reports the
 * variables that the product needs, waits until the product is ready, and then creates the demo
 * organization. workshop/run/demo-process.js starts it, with a channel.
 */
import { once } from 'node:events'
import process from 'node:process'
import { readConfig, type Config } from '#app/config.server.ts'
import { ConfigError } from '#app/lib/config-error.ts'
import { createLog } from '#app/lib/log.server.ts'
import type { ShopSite } from '../shop/order.ts'
import { startShopServer } from '../shop/shop-server.ts'
import { demoMessage } from './demo-message.ts'
import { openDemoStore } from './demo-store.ts'
import type { Demo } from './ensure-demo.ts'
import { demoEmail } from './login-file.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  // Its login is printed, and whoever opens its admin is the owner.
  if (config.isProduction) throw new ConfigError('The demo only runs next to a local product.')
  const log = createLog(config.logLevel)
  let site: ShopSite | null = null
  const store = await openDemoStore(config)
  const shop = await startShopServer({
    appUrl: config.appUrl,
    baseUrl: () => loopbackUrl(config),
    site: () => site,
    email: demoEmail,
    log,
    now: () => new Date(),
  })

  process.send?.({ ...store?.environment, DEMO_SHOP_URL: shop.url })
  await once(process, 'message')
  const demo = await createDemo(config)
  const { scope, token } = demo.shop
  if (token !== null) site = { uuid: scope.siteUuid, token }
  const { login } = demo
  process.stdout.write(
    demoMessage({ login, appUrl: config.appUrl, adminUrl: store?.adminUrl ?? null }),
  )
  process.send?.('created')
}

/** In the product's database, which is closed again afterwards. */
async function createDemo(config: Config): Promise<Demo> {
  // Loaded now, because the product waits for what was reported before.
  const [{ compose }, { ensureDemo }] = await Promise.all([
    import('#app/server/compose.server.ts'),
    import('./ensure-demo.ts'),
  ])
  const log = createLog(config.logLevel, process.stderr)
  const { services, close } = await compose(config, { log, joinRunning: true })
  try {
    return await ensureDemo(services)
  } finally {
    await close()
  }
}

/** How this machine reaches the product, whatever its public URL is. */
function loopbackUrl({ host, port }: Config): string {
  const isEverywhere = ['localhost', '0.0.0.0', '::'].includes(host)
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${String(port)}`
}

// It ends with the process that started it, however that ends.
process.on('disconnect', () => process.exit(0))
main().catch((error: unknown) => {
  const isExpected = error instanceof ConfigError
  const text = error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${isExpected ? error.message : `The demo failed: ${String(text)}`}\n`)
  process.exit(1)
})
