/** A transaction whose beginning fails, for example because the server was frozen for its time limit. */
import pg from 'pg'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { beginOn } from '#app/db/begin-as-team.server.ts'
import { createWorld } from '../support/world.ts'

test('nothing more is sent after a BEGIN that failed, because it would be stored alone', async () => {
  const { services } = await createWorld()
  const { databaseUrl } = services.config
  const client = new pg.Client({ connectionString: databaseUrl, pipeline: true })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('create temp table stored (name text)')

  const begun = beginOn(client, {
    // No such mode.
    beginning: 'begin isolation level read twice',
    mustCommit: () => true,
    async work(tx) {
      await tx.execute(sql`select 1`)
      await tx.execute(sql`insert into stored values ('alone')`)
    },
  })

  await expect(begun).rejects.toThrow('syntax error')
  const { rows } = await client.query('select name from stored')
  expect(rows).toEqual([])
})
