import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createWorld } from '../../support/world.ts'

type Journal = { entries: { when: number }[] }

test('every migration of the journal was applied, once', async () => {
  const { services } = await createWorld()
  const journal = JSON.parse(
    readFileSync('app/db/migrations/meta/_journal.json', 'utf8'),
  ) as Journal

  const applied = await services.db.transaction(async (tx) => {
    await tx.execute('set local role none')
    const { rows } = await tx.execute(
      'select created_at from drizzle.__drizzle_migrations order by 1',
    )
    return rows.map(({ created_at }) => Number(created_at))
  })

  expect(applied).toEqual(journal.entries.map(({ when }) => when))
})

test('a token, a slug and an address belong to one row each', async () => {
  const { services } = await createWorld()

  const { rows } = await services.pool.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index i
     join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and i.indisunique and not i.indisprimary order by 1`,
  )

  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'activities_external_key',
      'api_tokens_token_hash_key',
      'nudges_uuid_key',
      'sessions_token_hash_key',
      'sites_uuid_key',
      'teams_slug_key',
      'users_email_key',
    ]),
  )
})
