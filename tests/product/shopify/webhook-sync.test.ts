/** The call by which a shop’s missed webhooks are made up for. */
import { expect, test } from 'vitest'
import { shops } from '#app/db/schema/index.ts'
import { uninstallShop } from '#app/domain/shops/uninstall-shop.server.ts'
import { linen } from '../../support/shopify/shopify-world.ts'
import { createWebhookWorld } from '../../support/shopify/webhooks.ts'

const path = '/api/integrations/shopify/webhook-sync'
const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }

async function openShop() {
  const world = await createWebhookWorld()
  const { system } = world.services.db
  await system.update(shops).set({ backfill: null, backfillDueAt: null })
  return {
    ...world,
    row: async () => (await system.select().from(shops))[0],
    sync: (init: RequestInit = {}) =>
      world.served.fetch(path, {
        method: 'POST',
        headers: { ...browser, ...world.bearerOf(world.owner) },
        ...init,
      }),
  }
}

test('a member of the shop starts it, and again while it runs without effect', async () => {
  const world = await openShop()

  expect((await world.sync()).status).toBe(202)
  const first = await world.row()
  expect(first).toMatchObject({ backfill: { status: 'running' } })
  expect(first?.backfillDueAt).toEqual(world.clock.now())

  world.clock.advance(1_000)
  expect((await world.sync()).status).toBe(202)
  expect((await world.row())?.backfillDueAt).toEqual(first?.backfillDueAt)
})

test('other methods, people without a shop and uninstalled shops start nothing', async () => {
  const world = await openShop()
  const other = await world.site()

  expect((await world.sync({ method: 'PUT' })).status).toBe(405)
  expect((await world.sync({ headers: {} })).status).toBe(401)
  expect((await world.sync({ headers: { Cookie: other.owner.cookie } })).status).toBe(404)

  await uninstallShop(world.services, { domain: linen, at: world.clock.now() })
  expect((await world.row())?.backfillDueAt).toBeNull()
})
