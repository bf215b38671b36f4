/** Writers of a site's products at the same moment lock the site and its products in one order. */
import { expect, test } from 'vitest'
import { connections } from '#app/db/schema/index.ts'
import { beginConnection } from '#app/domain/connections/activate-connection.server.ts'
import { recordProducts } from '#app/domain/connections/record-products.server.ts'
import { commitImport } from '#app/domain/imports/commit-import.server.ts'
import { beginImport } from '#app/domain/imports/imports.server.ts'
import type { ProductFacts } from '#app/domain/products/product-fields.ts'
import { putProducts } from '#app/domain/products/reported-products.server.ts'
import { waitingFor } from '../support/api/locks.ts'
import { wordpress } from '../support/integrations/connected-shop.ts'
import type { TestSite } from '../support/makers.ts'
import { createWorld, type World } from '../support/world.ts'

const empty = { url: null, image: null, currency: null, stock: null, isAvailable: null }

const factsOf = (externalId: string): ProductFacts => ({
  ...empty,
  externalId,
  title: `Board ${externalId}`,
  priceCents: null,
})

/** Each stores the products 1 and 2, which the site has. The result is what still is to be done. */
const writers: Record<string, (world: World, site: TestSite) => Promise<() => Promise<unknown>>> = {
  'the shop’s server': ({ services }, site) =>
    Promise.resolve(() => putProducts(services, site.scope, [factsOf('1'), factsOf('2')])),
  'a connection': async ({ services }, site) => {
    const beginning = { integration: wordpress(), settings: {}, by: undefined }
    await beginConnection(services, site.scope, beginning)
    const [stored] = await services.db.system.select({ id: connections.id }).from(connections)
    const products = ['1', '2'].map((id) => ({ ...empty, id, title: `Desk ${id}`, price: null }))
    return () =>
      recordProducts(
        services,
        { site: site.scope, connectionId: stored?.id ?? 0 },
        { products, at: services.now() },
      )
  },
  'an import': async ({ services }, site) => {
    const uuid = await beginImport(services, site.scope, {
      kind: 'product',
      fileName: 'boards.csv',
      bytes: Buffer.from('id,title\n1,Oak board\n2,Ash board\n'),
      userId: site.owner.id,
    })
    return () => commitImport(services, site.scope, uuid)
  },
}

test.each(Object.entries(writers))(
  '%s and a new product of the shop’s server don’t wait for each other in a circle',
  async (_name, prepare) => {
    const world = await createWorld()
    const { services } = world
    const site = await world.site()
    await putProducts(services, site.scope, [factsOf('1'), factsOf('2')])
    const write = await prepare(world, site)
    const holder = await services.pool.connect()

    try {
      await holder.query('begin')
      await holder.query("select from products where external_id = '2' for update")
      // It has the first product, or has yet to ask for it, and waits for the second.
      const known = write()
      await waitingFor(services, 1)
      const added = putProducts(services, site.scope, [factsOf('1'), factsOf('3')])
      await waitingFor(services, 2)
      await holder.query('commit')
      await Promise.all([known, added])
    } finally {
      holder.release()
    }

    expect(world.takeRanAgain()).toEqual([])
  },
)
