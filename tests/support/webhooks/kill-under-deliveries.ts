/** The built product is killed again and again while a provider delivers orders (docs/threats.md T31). */
import { eq } from 'drizzle-orm'
import { expect, inject, onTestFinished } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { openDatabase } from '#app/db/open.server.ts'
import { activities, deliveries, goalConversions, sites } from '#app/db/schema/index.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { provenSite, provenTeam, type SiteScope } from '#app/domain/scope.ts'
import { createLog } from '#app/lib/log.server.ts'
import { composeServices } from '#app/server/compose.server.ts'
import type { Services } from '#app/services.ts'
import { copyPostgresTemplate } from '../database.ts'
import { startProductServer, type ProductServer } from '../product-server.ts'

const kills = 10
const senders = 8

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

type OrderRequest = { address: string; init: RequestInit }

export type DeliveryLoad = {
  /** More variables of .env.example, for the product and for `connect`. */
  environment: Record<string, string>
  /**
   * Connects the site with the provider.
   *
   * @returns what delivers an order, by its id. Called once for each order: attempts repeat the request
   */
  connect: (
    services: Services,
    site: SiteScope,
    product: ProductServer,
  ) => Promise<(order: string) => OrderRequest>
}

/** As a provider that repeats a delivery until it is answered with success. */
function startSenders(requestOf: (order: string) => OrderRequest) {
  const acknowledged = new Set<string>()
  let isLoading = true
  let last = 0

  async function deliver(order: string): Promise<void> {
    const { address, init } = requestOf(order)
    for (;;) {
      const response = await fetch(address, init).catch(() => null)
      await response?.arrayBuffer().catch(() => null)
      if (response?.status === 200) break
      await pause(50)
    }
    acknowledged.add(order)
  }

  const running = Array.from({ length: senders }, async () => {
    while (isLoading) await deliver(`9007199254${String((last += 1)).padStart(6, '0')}`)
  })
  return {
    acknowledged,
    /** Resolves when every delivery that was started is acknowledged. */
    async stop() {
      isLoading = false
      await Promise.all(running)
    },
  }
}

type Running = { product: ProductServer; environment: Record<string, string> }

/** The running product's database, read and changed by a second client. */
async function withDatabase<T>(
  { product: { baseUrl, dataDir }, environment }: Running,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const config = readConfig({ ...environment, DATA_DIR: dataDir, APP_URL: baseUrl })
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir,
    address: 'a test',
    joinRunning: true,
  })
  try {
    return await work(composeServices(database, config, { log: createLog('silent') }).services)
  } finally {
    await database.close()
  }
}

/** The only site of the product, which counts orders. */
async function siteWithGoal(services: Services): Promise<SiteScope> {
  const [row] = await services.db.system.select().from(sites)
  if (!row) throw new Error('There is no site.')
  const site = provenSite(provenTeam(row.teamId), row)
  const goal = { kind: 'order', name: 'Order', is_repeatable: false, is_active: true } as const
  await createGoal(services, site, goal)
  return site
}

/** Ten kills; then each acknowledged order is there, and counts once. */
export async function expectNoLossWhenKilled({
  environment: given,
  connect,
}: DeliveryLoad): Promise<void> {
  const databaseUrl = inject('engine') === 'postgres' ? await copyPostgresTemplate() : undefined
  const environment = {
    LOG_LEVEL: 'error',
    ...given,
    ...(databaseUrl === undefined
      ? { TEMPLATE_FILE: inject('pgliteTemplate') }
      : { DATABASE_URL: databaseUrl }),
  }
  const product = await startProductServer({ environment })
  onTestFinished(product.remove)
  await product.cli(
    ...['create-account', '--email', 'owner@example.com'],
    ...['--password', 'correct horse battery', '--site-url', 'https://shop.example'],
  )
  const running = { product, environment }
  const requestOf = await withDatabase(running, async (services) =>
    connect(services, await siteWithGoal(services), product),
  )
  const load = startSenders(requestOf)

  for (let kill = 0; kill < kills; kill += 1) {
    const before = load.acknowledged.size
    await expect.poll(() => load.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before)
    await pause(Math.random() * 1_500)
    await product.kill9()
    await product.restart()
  }
  await load.stop()
  await withDatabase(running, (services) => expectEachOnce(services, load.acknowledged))
}

async function expectEachOnce(
  { db: { system } }: Services,
  acknowledged: ReadonlySet<string>,
): Promise<void> {
  const waiting = eq(deliveries.state, 'waiting')
  // The deliveries of dead processes become due now, instead of in a minute.
  await system
    .update(deliveries)
    .set({ dueAt: new Date(0) })
    .where(waiting)
  await expect
    .poll(() => system.$count(deliveries, waiting), { timeout: 120_000, interval: 500 })
    .toBe(0)

  const sent = [...acknowledged].sort()
  const stored = await system.select({ id: activities.externalId }).from(activities)
  const counted = await system.select({ key: goalConversions.uniqueKey }).from(goalConversions)
  process.stdout.write(
    `${inject('engine')}: ${String(kills)} kills, ${String(sent.length)} deliveries acknowledged\n`,
  )
  expect(sent.length).toBeGreaterThanOrEqual(kills)
  expect(stored.map(({ id }) => id).sort()).toEqual(sent)
  expect(counted.map(({ key }) => key).sort()).toEqual(sent.map((id) => `order:${id}`))
  expect(await system.$count(deliveries)).toBe(sent.length)
}
