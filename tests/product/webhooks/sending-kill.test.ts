/** The built product is killed while it sends webhooks (docs/threats.md R22). */
import { expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { openDatabase } from '#app/db/open.server.ts'
import { sites, webhookEndpoints } from '#app/db/schema/index.ts'
import { provenSite, provenTeam } from '#app/domain/scope.ts'
import { createEndpoint } from '#app/domain/webhooks/endpoints.server.ts'
import { createLog } from '#app/lib/log.server.ts'
import { composeServices } from '#app/server/compose.server.ts'
import type { Services } from '#app/services.ts'
import { startWebhookReceiver } from '../../doubles/webhook-receiver.ts'
import { copyPostgresTemplate } from '../../support/database.ts'
import { startProductServer, type ProductServer } from '../../support/product-server.ts'

const kills = 3

type Running = { product: ProductServer; databaseUrl: string | undefined }

/** The running product's database, by a second client with the same configuration. */
async function withDatabase<T>(
  { product: { dataDir }, databaseUrl }: Running,
  receiver: string,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    WEBHOOK_RECEIVER_URL: receiver,
  })
  const address = 'a test'
  const opening = { url: databaseUrl, dataDir, address, joinRunning: true }
  const database = await openDatabase(opening)
  try {
    return await work(composeServices(database, config, { log: createLog('silent') }).services)
  } finally {
    await database.close()
  }
}

const endLeases = ({ db }: Services) =>
  db.system.update(webhookEndpoints).set({ leasedUntil: null })

test('killed while it sends: everything acknowledged arrives, with the same id if twice', async () => {
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.stop())
  const databaseUrl = inject('engine') === 'postgres' ? await copyPostgresTemplate() : undefined
  const product = await startProductServer({
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    environment: {
      LOG_LEVEL: 'error',
      WEBHOOK_RECEIVER_URL: receiver.origin,
      ...(databaseUrl === undefined ? { TEMPLATE_FILE: inject('pgliteTemplate') } : {}),
    },
  })
  onTestFinished(product.remove)
  const running = { product, databaseUrl }
  const { site } = await product.cli(
    ...['create-account', '--email', 'owner@example.com'],
    ...['--password', 'correct horse battery', '--site-url', 'https://shop.example'],
  )
  const abilities = ['--abilities', 'activities:write', '--name', 'Till']
  const { token } = await product.cli('create-token', '--site', String(site), ...abilities)
  await withDatabase(running, receiver.origin, async (services) => {
    const [row] = await services.db.system.select().from(sites)
    if (!row) throw new Error('There is no site.')
    const scope = provenSite(provenTeam(row.teamId), row)
    const url = `${receiver.origin}/ok`
    await createEndpoint(services, scope, { url, events: ['activity.stored'], actor: { id: 1 } })
  })

  const acknowledged: string[] = []
  const send = async (id: string) => {
    const answer = await fetch(`${product.baseUrl}/api/v1/sites/${String(site)}/activities`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${String(token)}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind: 'signup', id, occurred_at: new Date().toISOString() }),
    }).catch(() => null)
    if (answer?.ok) acknowledged.push(id)
  }
  const arrived = () =>
    new Set(receiver.bodiesAt('/ok').map(({ data }) => (data as { id: string }).id))

  for (let kill = 0; kill < kills; kill += 1) {
    const before = arrived().size
    for (let count = 0; count < 100; count += 1) await send(`${String(kill)}-${String(count)}`)
    await expect.poll(() => arrived().size, { timeout: 120_000 }).toBeGreaterThan(before)
    await product.kill9()
    await product.restart()
    // A lease ends by itself after a minute.
    await withDatabase(running, receiver.origin, endLeases)
  }
  expect(acknowledged.length).toBeGreaterThan(200)
  await expect
    .poll(() => acknowledged.filter((id) => !arrived().has(id)), { timeout: 150_000 })
    .toEqual([])
  const ids = new Map(
    receiver.received.map(({ headers, body }) => [headers['webhook-id'], body] as const),
  )
  expect(ids.size).toBe(arrived().size)
}, 600_000)
