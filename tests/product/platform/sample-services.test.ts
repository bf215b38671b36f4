import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { activities, connections, invoices } from '#app/db/schema/index.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { pullConnections } from '#app/domain/connections/pull-connections.server.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { retryAtOnce } from '#tests/support/billing/quick-retries.ts'
import { makeFolder, removeFolder } from '#tests/support/folders.ts'
import { freePort } from '#tests/support/free-port.ts'
import { createSecurityWorld } from '#tests/support/two-factor.ts'
import { startWooServer } from '#workshop/doubles/shops/woo-server.ts'
import { startBillingDouble } from '#workshop/doubles/stripe-billing/start-billing.ts'
import { ensureSample } from '#workshop/sample/fill-sample.server.ts'
import { ensureSampleConnection } from '#workshop/sample/sample-connection.server.ts'

const atFirst = new Date(Date.UTC(2026, 2, 2, 10))

test('its plan is paid by card since its first days, and the double of Stripe knows it after a restart', async () => {
  retryAtOnce()
  const folder = makeFolder()
  onTestFinished(() => {
    removeFolder(folder)
  })
  const clock = { now: () => atFirst }
  const open = () =>
    startBillingDouble('http://footfall.test', port, {
      now: () => clock.now(),
      file: path.join(folder, randomName),
    })
  const [port, randomName] = [await freePort(), randomUUID()]
  const billing = await open()
  const world = await createSecurityWorld(billing.environment)
  clock.now = world.clock.now
  const { services } = world

  const { shop } = await ensureSample(services, { days: 90, billing })
  const readInvoices = () =>
    services.db.system
      .select({ totalCents: invoices.totalCents, state: invoices.state })
      .from(invoices)
      .where(eq(invoices.teamId, shop.scope.teamId))
      .orderBy(asc(invoices.id))
  expect((await readTeamPlan(services, shop.scope)).plan).toBe('plus')
  expect(await readInvoices()).toEqual(
    Array.from({ length: 4 }, () => ({ totalCents: 2_900, state: 'paid' })),
  )

  await billing.stop()
  const again = await open()
  onTestFinished(again.stop)
  expect(await syncBilling(services, shop.scope)).toEqual({ changes: [] })
  world.clock.advance(31 * dayMillis)
  await syncBilling(services, shop.scope)
  expect(await readInvoices()).toHaveLength(5)
  expect((await ensureSample(services, { days: 90, billing: again })).shop.scope).toEqual(
    shop.scope,
  )
})

test('without a double of Stripe its plan is given', async () => {
  const { services } = await createSecurityWorld()
  const { shop } = await ensureSample(services, { days: 2 })

  expect((await readTeamPlan(services, shop.scope)).plan).toBe('plus')
})

test('its shop in WooCommerce is connected, and brings orders by no one', async () => {
  const clock = { now: () => atFirst }
  const woo = await startWooServer(() => clock.now())
  onTestFinished(woo.stop)
  const world = await createSecurityWorld({ INTEGRATION_ORIGINS: `${woo.url}=${woo.url}` })
  clock.now = world.clock.now
  const { services } = world
  const { shop } = await ensureSample(services, { days: 2 })

  await ensureSampleConnection(services, shop, woo)
  await ensureSampleConnection(services, shop, woo)
  await pullConnections(services)

  const rows = await services.db.system
    .select({ state: connections.state, integration: connections.integration })
    .from(connections)
  expect(rows).toEqual([{ state: 'active', integration: 'wordpress' }])
  const orders = await services.db.system
    .select({ id: activities.externalId, name: activities.firstName, city: activities.city })
    .from(activities)
  expect(orders).toHaveLength(6)
  expect(orders).toContainEqual({ id: '1042', name: null, city: 'Bremen' })
})
