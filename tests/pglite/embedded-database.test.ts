import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/db/open.server.ts'
import { makeFolder, removeFolder } from '../support/folders.ts'

/** An owner of a new folder, and a second client that joins through the socket. */
async function openTwice() {
  const dataDir = makeFolder()
  const options = {
    url: undefined,
    dataDir,
    address: 'http://localhost',
    template: inject('pgliteTemplate'),
  }
  const owner = await openDatabase(options)
  const joiner = await openDatabase({ ...options, joinRunning: true })
  onTestFinished(async () => {
    await joiner.close()
    await owner.close()
    removeFolder(dataDir)
  })
  return { owner, joiner }
}

test('an acknowledged commit is on disk: the engine syncs', async () => {
  const { owner } = await openTwice()

  const { rows } = await owner.pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name in ('fsync', 'synchronous_commit', 'wal_sync_method') order by name`,
  )

  expect(rows).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'wal_sync_method', setting: 'fsync' },
  ])
})

test('two clients that query at the same time each get their own answers, also under one name', async () => {
  const { owner, joiner } = await openTwice()

  const asked = Array.from({ length: 200 }, (_, index) => ({
    pool: index % 2 === 0 ? owner.pool : joiner.pool,
    // The same name is a different statement in each client.
    text: index % 2 === 0 ? 'select $1::int as output' : 'select $1::int + 1000 as output',
    index,
  }))
  const results = await Promise.all(
    asked.map(async ({ pool, text, index }) => {
      const { rows } = await pool.query<{ output: number }>({ name: 'same', text, values: [index] })
      return rows[0]?.output
    }),
  )

  expect(results).toEqual(asked.map(({ index }) => (index % 2 === 0 ? index : index + 1000)))
})

test('a transaction is not disturbed by another client, which waits for its end', async () => {
  const { owner, joiner } = await openTwice()
  const order: string[] = []

  const transaction = owner.db.transaction(async (tx) => {
    await tx.execute("insert into rate_limits (key) values ('first')")
    order.push('inside')
    await tx.execute('select 1')
    order.push('last word')
  })
  const other = joiner.pool.query('select count(*)::int as total from rate_limits')
  await transaction
  const { rows } = await other

  expect(order).toEqual(['inside', 'last word'])
  expect([[{ total: 0 }], [{ total: 1 }]]).toContainEqual(rows)
})

test('a client that leaves in the middle of a transaction leaves nothing of it, and no one waits', async () => {
  const { owner, joiner } = await openTwice()
  const client = await joiner.pool.connect()
  await client.query('begin')
  await client.query("insert into rate_limits (key) values ('unfinished')")

  client.release(true)
  const { rows } = await owner.pool.query('select count(*)::int as total from rate_limits')

  expect(rows).toEqual([{ total: 0 }])
})

test('an error in a statement ends that statement alone', async () => {
  const { owner } = await openTwice()

  await expect(owner.pool.query('select $1::int / 0', [1])).rejects.toThrow('division by zero')
  await expect(owner.db.transaction((tx) => tx.execute('selec'))).rejects.toThrow()

  const { rows } = await owner.pool.query('select 1 as fine')
  expect(rows).toEqual([{ fine: 1 }])
})

test('the session may vacuum and analyze, which the worker does in it', async () => {
  const { owner } = await openTwice()

  await owner.pool.query('vacuum (analyze) sites')

  const { rows } = await owner.pool.query<{ isDone: boolean }>(`
    select last_vacuum is not null and last_analyze is not null as "isDone"
    from pg_stat_user_tables where relname = 'sites'`)
  expect(rows).toEqual([{ isDone: true }])
})
