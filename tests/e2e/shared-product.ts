/** A running product that many tests use one after the other, emptied between them. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { openDatabase, type OpenDatabase } from '#app/db/open.server.ts'
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { listFilledTables, removeStory } from '../support/remove-rows.ts'

export type SharedProduct = {
  /** The product without any account, started for the first test that needs it. */
  begin: () => Promise<ProductServer>
  /** Ends it, if it was started. */
  remove: () => Promise<void>
}

export function createSharedProduct(): SharedProduct {
  let running: Promise<Running> | undefined
  return {
    async begin() {
      running ??= start()
      const { product, kept } = await running
      await beside(product, (database) => removeStory(database, kept))
      // Removes files next to the database that an earlier test left.
      for (const name of ['erasures', 'outbox']) {
        rmSync(path.join(product.dataDir, name), { recursive: true, force: true })
      }
      return product
    },
    async remove() {
      await (await running)?.product.remove()
    },
  }
}

type Running = { product: ProductServer; kept: string[] }

async function start(): Promise<Running> {
  const product = await startProductServer()
  try {
    return { product, kept: await beside(product, listFilledTables) }
  } catch (error) {
    // Not known to anyone else yet, so it would outlive the run.
    await product.remove()
    throw error
  }
}

/** Works on the product's own database, as its command line does. */
async function beside<T>(
  { dataDir }: ProductServer,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ url: undefined, dataDir, address: '', joinRunning: true })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
