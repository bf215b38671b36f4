/** The built product under parallel loads, killed again and again (docs/threats.md R01). */
import { eq } from 'drizzle-orm'
import { inject, vi } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { openDatabase } from '#app/db/open.server.ts'
import { sites } from '#app/db/schema/index.ts'
import { provenSite, provenTeam } from '#app/domain/prove-scope.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { createLog } from '#app/lib/log.server.ts'
import { composeServices } from '#app/server/compose.server.ts'
import type { Services } from '#app/services.ts'
import { copyPostgresTemplate } from '../database.ts'
import { startProductServer, type ProductServer } from '../product-server.ts'

/** In each run of all tests; `KILLS=10` kills more often. */
export const kills = Number(process.env['KILLS'] ?? 4)

export const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Data of one load: a separate organization and site. */
export type KillWorld = {
  product: ProductServer
  site: SiteScope
  /** The site's. */
  uuid: string
  /** For the REST API. */
  token: string
  siteUrl: string
}

/** Something that the product must not lose, whenever it is killed. */
export type KillLoad = {
  name: string
  /** Starts what the product needs to know of. @returns variables of .env.example */
  prepare?: () => Promise<Record<string, string>>
  /** Begins, while the product runs. @param services until it has begun */
  start: (world: KillWorld, services: Services) => Promise<RunningLoad>
  /** Ends what `prepare` started. */
  end?: () => Promise<void>
}

type RunningLoad = {
  /** How much was acknowledged so far. Each kill waits until it grew. */
  acknowledged: () => number
  /** Right before each kill. */
  beforeKill?: (kill: number) => Promise<void>
  /** After each start of the product. */
  restarted?: (services: Services) => Promise<void>
  /** Resolves when nothing is under way any more. */
  stop: () => Promise<void>
  /** Expects that nothing acknowledged is lost, and that nothing counts twice. */
  verify: (services: Services) => Promise<void>
}

export type KilledProduct = {
  product: ProductServer
  /** By the load's name. */
  loads: ReadonlyMap<string, { world: KillWorld; running: RunningLoad }>
  withDatabase: <T>(work: (services: Services) => Promise<T>) => Promise<T>
  /** How long it took to be ready again after each kill. */
  readyMillis: readonly number[]
  remove: () => Promise<void>
}

/** All loads in parallel, and kills at random moments. */
export async function killUnderLoads(given: readonly KillLoad[]): Promise<KilledProduct> {
  const environment = await environmentOf(given)
  const product = await startProductServer({ environment })
  const withDatabase = databaseOf(product, environment)
  const remove = async () => {
    await product.remove()
    for (const load of given) await load.end?.()
  }
  try {
    const loads = await startLoads(given, { product, withDatabase })
    const all = [...loads.values()].map(({ running }) => running)
    const readyMillis: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      readyMillis.push(await killOnce(product, all, kill))
      await withDatabase(async (services) => {
        for (const load of all) await load.restarted?.(services)
      })
    }
    for (const load of all) await load.stop()
    return { product, loads, withDatabase, readyMillis, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function startLoads(
  given: readonly KillLoad[],
  { product, withDatabase }: Pick<KilledProduct, 'product' | 'withDatabase'>,
): Promise<KilledProduct['loads']> {
  const loads = new Map<string, { world: KillWorld; running: RunningLoad }>()
  for (const load of given) {
    const account = await createSiteFor(product, load.name)
    await withDatabase(async (services) => {
      const world = { product, site: await scopeOf(services, account.uuid), ...account }
      loads.set(load.name, { world, running: await load.start(world, services) })
    })
  }
  return loads
}

/** When every load has moved on. @returns the milliseconds until the product was ready again */
async function killOnce(
  product: ProductServer,
  loads: readonly RunningLoad[],
  kill: number,
): Promise<number> {
  const before = loads.map((load) => [load, load.acknowledged()] as const)
  for (const [load, count] of before) {
    await vi.waitUntil(() => load.acknowledged() > count, { timeout: 120_000 })
  }
  await pause(Math.random() * 1_500)
  for (const load of loads) await load.beforeKill?.(kill)
  await product.kill9()
  const began = performance.now()
  await product.restart()
  return Math.round(performance.now() - began)
}

async function environmentOf(loads: readonly KillLoad[]): Promise<Record<string, string>> {
  const databaseUrl = inject('engine') === 'postgres' ? await copyPostgresTemplate() : undefined
  const environment: Record<string, string> = {
    LOG_LEVEL: 'error',
    ...(databaseUrl === undefined
      ? { TEMPLATE_FILE: inject('pgliteTemplate') }
      : { DATABASE_URL: databaseUrl }),
  }
  for (const load of loads) Object.assign(environment, await load.prepare?.())
  return environment
}

/** The running product's database, by a second client with the same configuration. */
const databaseOf =
  ({ baseUrl, dataDir }: ProductServer, environment: Record<string, string>) =>
  async <T>(work: (services: Services) => Promise<T>): Promise<T> => {
    const config = readConfig({
      APP_ENV: 'local',
      ...environment,
      DATA_DIR: dataDir,
      APP_URL: baseUrl,
    })
    const address = 'a test'
    const opening = { url: config.databaseUrl, dataDir, address, joinRunning: true }
    const database = await openDatabase(opening)
    try {
      return await work(composeServices(database, config, { log: createLog('silent') }).services)
    } finally {
      await database.close()
    }
  }

async function createSiteFor(product: ProductServer, name: string) {
  const siteUrl = `https://${name}.example`
  const created = await product.cli(
    ...['create-account', '--email', `owner@${name}.example`],
    ...['--password', 'correct horse battery', '--site-url', siteUrl],
  )
  return { uuid: String(created['site']), token: String(created['token']), siteUrl }
}

async function scopeOf({ db }: Services, uuid: string): Promise<SiteScope> {
  const [row] = await db.system.select().from(sites).where(eq(sites.uuid, uuid))
  if (!row) throw new Error('There is no site.')
  return provenSite(provenTeam(row.teamId), row)
}
