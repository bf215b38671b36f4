/** Two transactions at the same moment, in an order that a test chooses. For PostgreSQL alone. */
import type { Services } from '#app/services.ts'
import { createGate } from './gate.ts'

export type Paused = {
  services: Services
  /** Resolves once the first transaction has done everything but its commit. */
  reached: Promise<void>
  /** Lets transactions commit. */
  go: () => void
}

/** Services whose transactions wait before they commit. Those of a team alone, which mostly read, don't. */
export function pausing(services: Services): Paused {
  const [reached, gate] = [createGate(), createGate()]
  const { db } = services
  const pause = async <T>(result: T): Promise<T> => {
    reached.open()
    await gate.opened
    return result
  }
  const paused: Services = {
    ...services,
    db: {
      ...db,
      transaction: (work) => db.transaction(async (tx) => pause(await work(tx))),
    },
  }
  return { services: paused, reached: reached.opened, go: gate.open }
}

/** Resolves once the promise settled, or a transaction of this database waits for another one's lock. */
export async function settledOrWaiting(
  { pool }: Services,
  promise: Promise<unknown>,
): Promise<void> {
  const settled = { isSo: false }
  const settle = () => {
    settled.isSo = true
  }
  promise.then(settle, settle)
  while (!settled.isSo && (await countWaiting(pool)) === 0) {
    // Asked again.
  }
}

/** Resolves once so many transactions of this database wait for others’ locks. */
export async function waitingFor({ pool }: Services, wanted: number): Promise<void> {
  while ((await countWaiting(pool)) < wanted) {
    // Asked again.
  }
}

async function countWaiting(pool: Services['pool']): Promise<number> {
  const { rows } = await pool.query(
    `select from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`,
  )
  return rows.length
}
