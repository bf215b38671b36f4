/**
 * The demo as a process next to the product: a shop at `/demo`, stores with admins and a site in Wix. It reports the
 * variables that the product needs, creates the demo organization once the product is ready, and has the
 * product's clock. workshop/run/demo-process.js starts it, with a channel, and asks for both.
 */
import process from 'node:process'
import { z } from 'zod'
import { readConfig, type Config } from '#app/config.server.ts'
import { ConfigError } from '#app/lib/config-error.ts'
import { createLog } from '#app/lib/log.server.ts'
import type { ShopSite } from '../shop/order.ts'
import { startShopServer } from '../shop/shop-server.ts'
import { openDemoControlPanel } from './demo-bigcommerce.ts'
import { demoMessage } from './demo-message.ts'
import { openDemoStore } from './demo-store.ts'
import { openDemoWix } from './demo-wix.ts'
import type { Demo } from './ensure-demo.ts'
import { demoEmail } from './login-file.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  // Its login is printed, and whoever opens its admin is the owner.
  if (config.isProduction) throw new ConfigError('The demo only runs next to a local product.')
  const log = createLog(config.logLevel)
  let site: ShopSite | null = null
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const store = await openDemoStore(config, now)
  const wix = await openDemoWix(config, now)
  const controlPanel = await openDemoControlPanel(config, now)
  const shop = await startShopServer({
    appUrl: config.appUrl,
    baseUrl: () => loopbackUrl(config),
    site: () => site,
    email: demoEmail,
    log,
    now,
  })
  const create = async () => {
    const { login, shop: made } = await createDemo(config)
    if (made.token !== null) site = { uuid: made.scope.siteUuid, token: made.token }
    process.stdout.write(
      demoMessage({
        login,
        appUrl: config.appUrl,
        adminUrl: store?.adminUrl ?? null,
        wixUrl: wix?.deskUrl ?? null,
        panelUrl: controlPanel?.panelUrl ?? null,
      }),
    )
  }

  process.on('message', (message) => {
    const task = taskShape.parse(message)
    if (task.name === 'move-clock') ahead = task.ahead
    const done = task.name === 'create' ? create() : Promise.resolve()
    done.then(() => process.send?.(task.name), fail)
  })
  process.send?.({
    ...store?.environment,
    ...wix?.environment,
    ...controlPanel?.environment,
    DEMO_SHOP_URL: shop.url,
  })
}

const taskShape = z.discriminatedUnion('name', [
  z.object({ name: z.literal('create') }),
  z.object({ name: z.literal('move-clock'), ahead: z.number() }),
])

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
main().catch(fail)

function fail(error: unknown): never {
  const isExpected = error instanceof ConfigError
  const text = error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${isExpected ? error.message : `The demo failed: ${String(text)}`}\n`)
  process.exit(1)
}
