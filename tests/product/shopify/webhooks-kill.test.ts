/** The built product is killed while webhooks come in (docs/threats.md T31). */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { openDatabase } from '#app/db/open.server.ts'
import { activities, deliveries, goalConversions, shops, sites } from '#app/db/schema/index.ts'
import { openConnection } from '#app/domain/connections/connections.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { provenSite, provenTeam } from '#app/domain/scope.ts'
import { createLog } from '#app/lib/log.server.ts'
import { composeServices } from '#app/server/compose.server.ts'
import type { Services } from '#app/services.ts'
import { shopifyApp } from '../../doubles/shopify-server.ts'
import { copyPostgresTemplate } from '../../support/database.ts'
import { startProductServer, type ProductServer } from '../../support/product-server.ts'
import { linen } from '../../support/shopify/shopify-world.ts'
import { orderBody, webhookRequest } from '../../support/shopify/webhooks.ts'

const kills = 10
const senders = 8

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** As Shopify: the same delivery again until it is answered with success. */
function startSenders(address: string, now: string) {
  const acknowledged = new Set<string>()
  let isLoading = true
  let last = 0

  async function deliver(order: string): Promise<void> {
    const id = randomUUID()
    for (;;) {
      const body = orderBody({ id: order, created_at: now, processed_at: now })
      const request = webhookRequest({ topic: 'orders/paid', body, id })
      const response = await fetch(address, request).catch(() => null)
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

/** The running product's database, read and changed by a second client. */
async function withDatabase<T>(
  { dataDir }: ProductServer,
  databaseUrl: string | undefined,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' })
  const database = await openDatabase({
    url: databaseUrl,
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

/** A site that counts orders, and the shop that it is connected with. */
async function connectShop(services: Services): Promise<void> {
  const at = services.now()
  const [row] = await services.db.system.select().from(sites)
  if (!row) throw new Error('no site')
  const site = provenSite(provenTeam(row.teamId), row)
  await createGoal(services, site, {
    kind: 'order',
    name: 'Order',
    is_repeatable: false,
    is_active: true,
  })
  await services.db.transaction(async (tx) => {
    const account = { integration: 'shopify' as const, account: linen, at }
    const connectionId = await openConnection(tx, site, account)
    await tx.insert(shops).values({
      teamId: site.teamId,
      siteId: site.siteId,
      connectionId,
      domain: linen,
      shopifyId: '1',
      name: 'Linen',
      currency: 'EUR',
      scopes: [],
      installedAt: new Date(at.getTime() - 60_000),
      createdAt: at,
      updatedAt: at,
    })
  })
}

test('ten times killed while webhooks come in: none is lost, none counts twice', async () => {
  const databaseUrl = inject('engine') === 'postgres' ? await copyPostgresTemplate() : undefined
  const product = await startProductServer({
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    environment: {
      LOG_LEVEL: 'error',
      SHOPIFY_API_KEY: shopifyApp.apiKey,
      SHOPIFY_API_SECRET: shopifyApp.apiSecret,
      ...(databaseUrl === undefined ? { TEMPLATE_FILE: inject('pgliteTemplate') } : {}),
    },
  })
  onTestFinished(product.remove)
  await product.cli(
    ...['create-account', '--email', 'owner@example.com'],
    ...['--password', 'correct horse battery', '--site-url', 'https://shop.example'],
  )
  await withDatabase(product, databaseUrl, connectShop)
  const load = startSenders(`${product.baseUrl}/hooks/shopify`, new Date().toISOString())

  for (let kill = 0; kill < kills; kill += 1) {
    const before = load.acknowledged.size
    await expect.poll(() => load.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before)
    await pause(Math.random() * 1_500)
    await product.kill9()
    await product.restart()
  }
  await load.stop()

  await withDatabase(product, databaseUrl, async ({ db: { system } }) => {
    const waiting = eq(deliveries.state, 'waiting')
    // The deliveries of dead processes become due now, instead of in a minute.
    await system
      .update(deliveries)
      .set({ dueAt: new Date(0) })
      .where(waiting)
    await expect
      .poll(() => system.$count(deliveries, waiting), { timeout: 120_000, interval: 500 })
      .toBe(0)

    const sent = [...load.acknowledged].sort()
    const stored = await system.select({ id: activities.externalId }).from(activities)
    const counted = await system.select({ key: goalConversions.uniqueKey }).from(goalConversions)
    process.stdout.write(
      `${inject('engine')}: ${String(kills)} kills, ${String(sent.length)} webhooks acknowledged\n`,
    )
    expect(stored.map(({ id }) => id).sort()).toEqual(sent)
    expect(counted.map(({ key }) => key).sort()).toEqual(sent.map((id) => `order:${id}`))
    expect(await system.$count(deliveries)).toBe(sent.length)
  })
}, 900_000)
