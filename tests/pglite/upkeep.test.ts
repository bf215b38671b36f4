/** The embedded database does what a server leaves to processes of its own: checkpoints and autovacuum. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { projectFile } from '#app/lib/project.server.ts'
import { makeFolder, removeFolder } from '../support/folders.ts'

type Upkeep = {
  checkpoints?: { everyMillis: number; walBytes: number }
  vacuumMillis?: number
}

async function startEngine(upkeep: Upkeep) {
  const folder = makeFolder()
  const worker = new Worker(projectFile('app/db/embedded/embedded-worker.js'), {
    workerData: {
      folder: path.join(folder, 'pg'),
      socket: path.join(folder, '.s.PGSQL.5432'),
      template: null,
      ...upkeep,
    },
  })
  await new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  const client = new pg.Client({ host: folder, database: 'postgres', user: 'postgres' })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await worker.terminate()
    removeFolder(folder)
  })
  await client.query('create table written (text text)')
  return {
    client,
    connect: () => new pg.Client({ host: folder, database: 'postgres', user: 'postgres' }),
    /** Some 30 MB. */
    write: () =>
      client.query("insert into written select repeat('x', 1000) from generate_series(1, 25000)"),
    /** Bytes that a start after a crash would read. */
    unsaved: async () => {
      const { rows } = await client.query<{ bytes: string }>(
        'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
      )
      return Number(rows[0]?.bytes)
    },
    listLog: () =>
      readdirSync(path.join(folder, 'pg/pg_wal')).filter((name) => /^\w{24}$/.test(name)),
  }
}

const walBytes = 16 * 1024 * 1024

test('a checkpoint follows what was written, by a role that may not ask for one, except during a backup', async () => {
  const { client, connect, write, unsaved, listLog } = await startEngine({
    checkpoints: { everyMillis: 50, walBytes },
  })
  await client.query('create role writer; grant all on written to writer; set role writer')
  const [first = ''] = listLog()

  const backup = connect()
  await backup.connect()
  await backup.query('select pg_advisory_lock(7263403)')
  await write()
  // The timer asks between these.
  for (let turn = 0; turn < 20; turn += 1) await client.query('select pg_sleep(0.01)')
  expect(await unsaved()).toBeGreaterThan(walBytes)

  // As if it was killed.
  await backup.end()
  await expect.poll(unsaved).toBeLessThan(walBytes)
  await expect.poll(() => listLog().includes(first)).toBe(false)
  expect((await client.query('select current_user')).rows).toEqual([{ current_user: 'writer' }])
})

test('rows that come and go use the same space again, and the planner knows how many there are', async () => {
  const { client } = await startEngine({ vacuumMillis: 20 })
  await client.query(
    'create role writer; grant all on written to writer; grant pg_maintain to writer; set role writer',
  )
  const read = async () => {
    const { rows } = await client.query<{ known: number; vacuums: string; pages: string }>(`
      select reltuples as known, vacuum_count as vacuums, pg_relation_size(relid) / 8192 as pages
      from pg_stat_user_tables join pg_class on pg_class.oid = relid where relid = 'written'::regclass`)
    const [row] = rows
    return { known: row?.known, vacuums: Number(row?.vacuums), pages: Number(row?.pages) }
  }
  const replaceAll = async () => {
    await client.query("insert into written select repeat('x', 100) from generate_series(1, 1000)")
    await expect.poll(async () => (await read()).known).toBe(1_000)
    const { vacuums } = await read()
    await client.query('delete from written')
    await expect.poll(async () => (await read()).vacuums).toBeGreaterThan(vacuums)
  }

  await replaceAll()
  const { pages } = await read()
  await replaceAll()
  await replaceAll()

  expect((await read()).pages).toBeLessThanOrEqual(pages)
})
