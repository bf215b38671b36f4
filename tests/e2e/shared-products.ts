/** Running products that many tests use one after the other: a start takes seconds. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { openDatabase, type OpenDatabase } from '#app/db/open.server.ts'
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { listFilledTables, removeStory } from '../support/remove-rows.ts'

/** A product, and the doubles that it is used with. */
type Surroundings = { product: ProductServer; stop: () => Promise<void> }

export type SharedProducts = {
  /** The product without any account, started for the first test that needs it. */
  plain: () => Promise<ProductServer>
  /**
   * A product with a special environment, also without any account. It runs until a test asks for another one,
   * so tests with the same name that follow each other share it.
   */
  special: <T extends Surroundings>(name: string, start: () => Promise<T>) => Promise<T>
  /** The same, but with the data of earlier tests. */
  lasting: <T extends Surroundings>(name: string, start: () => Promise<T>) => Promise<T>
  /** Ends those that were started. */
  remove: () => Promise<void>
}

type Running<T> = { name: string; surroundings: T; kept: string[] }

export function createSharedProducts(): SharedProducts {
  let plain: Promise<Running<Surroundings>> | undefined
  let other: Promise<Running<Surroundings>> | undefined

  async function share<T extends Surroundings>(name: string, start: () => Promise<T>) {
    const last = await other
    if (last?.name === name) return last as Running<T>
    other = undefined
    await last?.surroundings.stop()
    const next = begin(name, start)
    other = next
    return next
  }

  return {
    async plain() {
      plain ??= begin('plain', startPlain)
      const running = await plain
      await empty(running)
      return running.surroundings.product
    },
    async special(name, start) {
      const running = await share(name, start)
      await empty(running)
      return running.surroundings
    },
    async lasting(name, start) {
      return (await share(name, start)).surroundings
    },
    async remove() {
      for (const running of [await plain, await other]) await running?.surroundings.stop()
    },
  }
}

async function startPlain(): Promise<Surroundings> {
  const product = await startProductServer()
  return { product, stop: product.remove }
}

async function begin<T extends Surroundings>(
  name: string,
  start: () => Promise<T>,
): Promise<Running<T>> {
  const surroundings = await start()
  try {
    return { name, surroundings, kept: await beside(surroundings.product, listFilledTables) }
  } catch (error) {
    // Not known to anyone else yet, so it would outlive the run.
    await surroundings.stop()
    throw error
  }
}

async function empty({ surroundings: { product }, kept }: Running<Surroundings>): Promise<void> {
  await beside(product, (database) => removeStory(database, kept))
  // Removes files next to the database that an earlier test left.
  for (const name of ['erasures', 'outbox']) {
    rmSync(path.join(product.dataDir, name), { recursive: true, force: true })
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
