/** Lists of products that a service answers by mistake, between complete readings of the whole catalog. */
import { expect, test } from 'vitest'
import { products } from '#app/db/schema/index.ts'
import { finishCatalog, recordProducts } from '#app/domain/connections/record-products.server.ts'
import { createConnectionWorld } from '../../support/integrations/connected-shop.ts'

const rest = { url: null, image: null, price: 5, currency: 'EUR', stock: 3, isAvailable: true }

async function openCatalog() {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const connectionId = (await world.stored.connection(uuid))?.id ?? 0
  const listing = { site: world.site.scope, connectionId }
  return {
    read: async (ids: readonly string[]) => {
      world.clock.advance(60 * 60_000)
      const from = world.clock.now()
      const listed = ids.map((id) => ({ id, title: `Lamp ${id}`, ...rest }))
      await recordProducts(world.services, listing, { products: listed, at: from })
      await finishCatalog(world.services, listing, from)
    },
    stored: async () =>
      (await world.services.db.system.select().from(products))
        .map(({ externalId }) => externalId)
        .toSorted(),
  }
}

test('products that a list lacks are deleted, and all of them only when the next list agrees', async () => {
  const { read, stored } = await openCatalog()
  await read(['1', '2', '3', '4', '5'])
  await read(['1', '2', '3', '4'])
  expect(await stored()).toEqual(['1', '2', '3', '4'])

  await read([])
  expect(await stored()).toEqual(['1', '2', '3', '4'])
  await read(['1', '2', '3', '4'])
  await read(['1'])
  expect(await stored()).toEqual(['1', '2', '3', '4'])
  await read(['1'])
  expect(await stored()).toEqual(['1'])
  await read([])
  await read([])
  expect(await stored()).toEqual([])
})
