/** PostgreSQL ends connections, as in a failover or by an operator, while transactions run. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Services } from '#app/services.ts'
import { createWorld } from '../support/world.ts'

/** Ends a connection, by its process. */
async function end({ pool }: Services, pid: number): Promise<void> {
  const client = await pool.connect()
  try {
    // The role of the product's statements may end nothing.
    await client.query('set role none')
    await client.query('select pg_terminate_backend($1)', [pid])
    await expect
      .poll(async () => {
        const found = await client.query('select from pg_stat_activity where pid = $1', [pid])
        return found.rowCount
      })
      .toBe(0)
  } finally {
    client.release(true)
  }
}

test('a connection ends between two statements of a transaction: it fails, and the process goes on', async () => {
  const { services } = await createWorld()
  const transaction = services.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await end(services, rows[0]?.pid ?? 0)
    await tx.execute(sql`select 1`)
  })

  await expect(transaction).rejects.toThrow()
  const { rows } = await services.db.system.execute(sql`select 1 as one`)
  expect(rows).toEqual([{ one: 1 }])
})
