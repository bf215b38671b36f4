/**
 * A job claims as many rows as it works on, with each plan that the database may choose for the
 * statement: which one depends on how many rows it believes a table has.
 */
import { expect, onTestFinished, test } from 'vitest'
import { shops } from '#app/db/schema/shops.ts'
import { startWooServer } from '#workshop/doubles/shops/woo-server.ts'
import { createClock } from '../../support/clock.ts'
import { createConnectionWorld } from '../../support/integrations/connected-shop.ts'
import { createStoreWorld } from '../../support/shopify/store-world.ts'
import type { World } from '../../support/world.ts'

/** Without these, the database joins tables by reading one again for each row of the other. */
const otherPlans = ['hashagg', 'hashjoin', 'material', 'memoize', 'mergejoin', 'sort']

/** The settings belong to a session, and the pool may use any of its own. */
async function joinByLoops({ services: { pool } }: Pick<World, 'services'>): Promise<void> {
  const inAllSessions = async (statement: string) => {
    const sessions = await Promise.all(
      Array.from({ length: pool.options.max }, () => pool.connect()),
    )
    for (const session of sessions) {
      await session.query(statement)
      session.release()
    }
  }
  await inAllSessions(otherPlans.map((name) => `set enable_${name} = off`).join('; '))
  onTestFinished(() => inAllSessions(otherPlans.map((name) => `reset enable_${name}`).join('; ')))
}

test('connections that are due at the same moment are all read', async () => {
  const other = await startWooServer(createClock().now)
  onTestFinished(other.stop)
  const world = await createConnectionWorld({ [other.url]: other.url })
  await world.woo.placeOrder({ id: 115 })
  await other.placeOrder({ id: 116 })
  await world.connect()
  await world.connect({ store: other.url, ...other.keys })
  await joinByLoops(world)

  await world.pull()
  const stored = await world.stored.activities()
  expect(stored.map(({ externalId }) => externalId).toSorted()).toEqual(['115', '116'])
})

test('shops that are due at the same moment are all read', async () => {
  const world = await createStoreWorld()
  await world.openApp()
  await world.openApp(world.store.shop('northern-pottery'))
  await joinByLoops(world)

  await world.backfill()
  const rows = await world.services.db.system.select().from(shops)
  expect(rows.map(({ backfill }) => backfill?.status)).toEqual(['done', 'done'])
})
