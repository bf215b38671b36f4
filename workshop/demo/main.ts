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
import type { Services } from '#app/services.ts'
import type { ShopSite } from '../shop/order.ts'
import { startShopServer } from '../shop/shop-server.ts'
import { openDemoControlPanel } from './demo-bigcommerce.ts'
import { demoMessage } from './demo-message.ts'
import type { DemoShop } from './demo-organization.server.ts'
import { openDemoStore } from './demo-store.ts'
import { openDemoWix } from './demo-wix.ts'
import type { Door } from '../shop/doors.ts'
import { doorsOf, type DoorPlaces } from './demo-doors.ts'
import { openDemoDoubles } from './demo-doubles.ts'
import { createSample, keepSample, type WithServices } from './keep-sample.ts'
import { demoEmail } from './login-file.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  // Its login is printed, and whoever opens its admin is the owner.
  if (config.isProduction) throw new ConfigError('The demo only runs next to a local product.')
  const log = createLog(config.logLevel)
  const sites: { demo: ShopSite | null; sample: ShopSite | null } = { demo: null, sample: null }
  let doors = (): Door[] => []
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const hasSample = process.env['DEMO_SAMPLE'] !== '0'
  const doubles = hasSample ? await openDemoDoubles(config, process.env, now) : null
  const store = await openDemoStore(config, now)
  const wix = await openDemoWix(config, now)
  const controlPanel = await openDemoControlPanel(config, now)
  const shop = await startShopServer({
    appUrl: config.appUrl,
    baseUrl: () => loopbackUrl(config),
    site: () => sites.demo,
    sample: () => sites.sample,
    ...(hasSample && { doors: () => doors() }),
    email: demoEmail,
    log,
    now,
  })
  const places: Omit<DoorPlaces, 'login' | 'sample'> = {
    appUrl: config.appUrl,
    adminUrl: store?.adminUrl ?? null,
    wixUrl: wix?.deskUrl ?? null,
    panelUrl: controlPanel?.panelUrl ?? null,
    servicesUrl: doubles?.services?.deskUrl ?? null,
    cardsUrl: doubles?.billing?.deskUrl ?? null,
  }
  const withServices: WithServices = (work) =>
    joinProduct({ config: readConfig({ ...process.env, ...doubles?.environment }), now }, work)
  const create = async () => {
    const made = await withServices(async (services) => {
      // Loaded now, because the product waits for what was reported before.
      const { ensureDemo } = await import('./ensure-demo.ts')
      const demo = await ensureDemo(services)
      return { demo, sample: doubles && (await createSample(services, doubles)) }
    })
    const { login, shop: demoShop } = made.demo
    sites.demo = siteOf(demoShop)
    sites.sample = made.sample && siteOf(made.sample.demo)
    const known = { ...places, login, sample: made.sample?.people.logins ?? null }
    doors = () => doorsOf(known, now())
    process.stdout.write(demoMessage(known))
    // Its history follows while the product is used already.
    if (doubles && made.sample) await keepSample(withServices, doubles, made.sample.people.ids)
  }

  process.on('message', (message) => {
    const task = taskShape.parse(message)
    if (task.name === 'move-clock') ahead = task.ahead
    const done = task.name === 'create' ? create() : Promise.resolve()
    done.then(() => process.send?.(task.name), fail)
  })
  process.send?.({
    ...doubles?.environment,
    ...store?.environment,
    ...wix?.environment,
    ...controlPanel?.environment,
    DEMO_SHOP_URL: shop.url,
  })
}

const siteOf = ({ scope, token }: DemoShop): ShopSite | null =>
  token === null ? null : { uuid: scope.siteUuid, token }

const taskShape = z.discriminatedUnion('name', [
  z.object({ name: z.literal('create') }),
  z.object({ name: z.literal('move-clock'), ahead: z.number() }),
])

/** On the product's database, which is closed again afterwards. */
async function joinProduct<Result>(
  { config, now }: { config: Config; now: () => Date },
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const { compose } = await import('#app/server/compose.server.ts')
  const log = createLog(config.logLevel, process.stderr)
  const { services, close } = await compose(config, { log, now, joinRunning: true })
  try {
    return await work(services)
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
