/** A person's export of their own data, and its completeness. */
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '#app/db/schema/index.ts'
import { auditEntries, passkeys, sessions, twoFactors } from '#app/db/schema/index.ts'
import { exportParts } from '#app/domain/lifecycle/export-parts.server.ts'
import { action as download } from '#app/routes/account/export.ts'
import type { TestUser } from '../../support/makers.ts'
import { storeRequest } from '../../support/conversations/store-request.ts'
import { createWorld, type World } from '../../support/world.ts'

const ask = (world: World, as: TestUser, exportPassword: string) =>
  download(world.visit('/account/export', { as, form: { exportPassword } }))

async function read(world: World, as: TestUser) {
  const answer = await ask(world, as, as.password)
  const { file } = (await (answer as Response).json()) as { file: string }
  return { file, exported: JSON.parse(file) as Record<string, Record<string, unknown>[]> }
}

test('every table with personal data is exported, even a new one', async () => {
  const { services } = await createWorld()
  const { rows } = await services.pool.query<{ name: string }>(
    `select distinct c.conrelid::regclass::text as name from pg_constraint c
     where c.contype = 'f' and c.confrelid = 'users'::regclass
     union
     select table_name from information_schema.columns
     where table_schema = 'public' and column_name in ('user_id', 'email')`,
  )

  const exported = new Set(exportParts.map(({ table }) => table))

  expect(rows.map(({ name }) => name).filter((name) => !exported.has(name))).toEqual([])
  expect(exported).toContain('users')
})

test.each(exportParts.map((part) => [part.table, part] as const))(
  'each column of %s is exported or left out on purpose, even a new one',
  (table, { exported, leftOut }) => {
    const found = Object.values(schema).find(
      (one) => is(one, PgTable) && getTableName(one) === table,
    )
    const columns = is(found, PgTable) ? Object.keys(getTableColumns(found)) : []

    expect([...exported, ...leftOut].sort()).toEqual(columns.sort())
  },
)

test('the file holds all data about the person, no secret and no one else', async () => {
  const world = await createWorld()
  const ann = await world.user({ name: 'Ann Lee', email: 'ann@shop.example' })
  const bob = await world.user({ name: 'Bob Day', email: 'bob@shop.example' })
  const team = await world.team({ owner: ann, name: 'Kettles' })
  const token = await world.token(team)
  const at = world.clock.now()
  const db = world.services.db.system
  const secret = Buffer.from('a secret of 32 bytes, or nearly.')
  for (const { id } of [ann, bob]) {
    await storeRequest(world.services, {
      userId: id,
      subject: `Question of ${String(id)}`,
      messages: [
        { author: 'user', userId: id, body: `How does ${String(id)} do it?` },
        { author: 'staff', userId: bob.id, body: `Like this, ${String(id)}.` },
      ],
    })
    await db.insert(passkeys).values({
      userId: id,
      credentialId: `credential-${String(id)}`,
      publicKey: secret,
      counter: 0,
      transports: [],
      isSynced: false,
      name: `Key of ${String(id)}`,
      createdAt: at,
    })
  }
  await db.insert(twoFactors).values({ userId: ann.id, method: 'app', createdAt: at })
  await db.insert(auditEntries).values({
    teamId: team.scope.teamId,
    userId: ann.id,
    act: 'team.renamed',
    createdAt: at,
    details: { name: 'Kettles' },
  })

  const { file, exported: exported } = await read(world, ann)

  expect(exported['account']).toMatchObject([{ name: 'Ann Lee', email: 'ann@shop.example' }])
  expect(exported['organizations']).toMatchObject([{ name: 'Kettles' }])
  expect(exported['memberships']).toMatchObject([{ role: 'owner' }])
  expect(exported['apiTokens']).toMatchObject([{ name: 'Test' }])
  expect(exported['supportRequests']).toMatchObject([{ subject: `Question of ${String(ann.id)}` }])
  expect(exported['supportMessages']).toMatchObject([
    { author: 'user', body: `How does ${String(ann.id)} do it?` },
    { author: 'staff', body: `Like this, ${String(ann.id)}.` },
  ])
  expect(exported['passkeys']).toMatchObject([{ name: `Key of ${String(ann.id)}` }])
  expect(exported['twoFactor']).toMatchObject([{ method: 'app' }])
  expect(exported['auditLog']).toContainEqual(expect.objectContaining({ act: 'team.renamed' }))
  expect(exported['sessions']).toHaveLength(1)
  const rows = await db.select({ hash: sessions.tokenHash }).from(sessions)
  const hashes = rows.map(({ hash }) => hash.toString('base64'))
  for (const hidden of [token, 'argon2', secret.toString('base64'), 'Bob', ...hashes]) {
    expect(file).not.toContain(hidden)
  }
})

test('the password is asked for', async () => {
  const world = await createWorld()
  const ann = await world.user()

  const answer = await ask(world, ann, 'wrong')

  expect(answer).toMatchObject({
    init: { status: 422 },
    data: { errors: { exportPassword: ['That’s not your current password.'] } },
  })
})
