import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Queries } from '#app/db/db.ts'
import { keepPartitions } from '#app/domain/events/partitions.server.ts'
import { createWorld, type World } from '../../support/world.ts'

/** All our tables, from the database itself, so that new ones are tested automatically. */
async function listTables({ services }: World): Promise<{ name: string; hasTeam: boolean }[]> {
  const { rows } = await services.pool.query<{ name: string; has_team: boolean }>(
    `select c.relname as name,
            exists (select 1 from pg_attribute a
                    where a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped) as has_team
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p')
       -- A partition is out of reach for both roles: partitions.test.ts.
       and not c.relispartition
     order by 1`,
  )
  return rows.map(({ name, has_team }) => ({ name, hasTeam: has_team }))
}

test('neither role is a superuser or bypasses row-level security', async () => {
  const { services } = await createWorld()

  const { rows } = await services.pool.query<{ current_user: string; rolname: string }>(
    `select current_user, rolname, rolsuper, rolbypassrls from pg_roles
     where rolname in ('footfall_app', 'footfall_system') order by rolname`,
  )

  expect(rows).toEqual([
    {
      current_user: 'footfall_system',
      rolname: 'footfall_app',
      rolsuper: false,
      rolbypassrls: false,
    },
    {
      current_user: 'footfall_system',
      rolname: 'footfall_system',
      rolsuper: false,
      rolbypassrls: false,
    },
  ])
})

test('every table of ours is under row-level security', async () => {
  const { services } = await createWorld()

  const { rows } = await services.pool.query(
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  )

  expect(rows).toEqual([])
})

test('without a team set, the team role sees no row of any table', async () => {
  const world = await createWorld()
  const tables = await listTables(world)
  await world.nudge(await world.site())

  const counts = await world.services.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('role', 'footfall_app', true)`)
    const seen: Record<string, unknown> = {}
    for (const { name } of tables) {
      const { rows } = await tx.execute(
        sql`select count(*)::int as total from ${sql.identifier(name)}`,
      )
      seen[name] = rows[0]?.total
    }
    return seen
  })

  expect(Object.values(counts).filter((total) => total !== 0)).toEqual([])
})

test('a team’s transaction sees its own rows with no filter at all, and no one else’s', async () => {
  const world = await createWorld()
  const tables = (await listTables(world)).filter(({ hasTeam }) => hasTeam)
  const mine = await world.site()
  const theirs = await world.site()
  for (const site of [mine, theirs]) {
    await world.nudge(site)
    await world.token(site.team)
  }

  const teams = await world.services.db.asTeam(mine.scope, async (tx) => {
    const seen = new Set<number>()
    for (const { name } of tables) {
      const { rows } = await tx.execute(sql`select team_id from ${sql.identifier(name)}`)
      for (const { team_id } of rows) seen.add(Number(team_id))
    }
    return [...seen]
  })

  expect(teams).toEqual([mine.scope.teamId])
})

test("a team's transaction can't write a row for another team", async () => {
  const world = await createWorld()
  const [mine, theirs] = [await world.site(), await world.site()]

  const insert = world.services.db.asTeam(mine.scope, (tx) =>
    tx.execute(sql`insert into sites (team_id, name, url, created_at, updated_at)
                   values (${theirs.scope.teamId}, 'x', 'https://x.example', now(), now())`),
  )
  await expect(insert).rejects.toMatchObject({ cause: { code: '42501' } })

  const update = await world.services.db.asTeam(mine.scope, (tx) =>
    tx.execute(sql`update sites set name = 'taken' where team_id = ${theirs.scope.teamId}`),
  )
  expect(update.rowCount).toBe(0)
})

test('with a row of each team in every table, the database alone keeps the teams apart', async () => {
  const world = await createWorld()
  const [mine, theirs] = [await world.site(), await world.site()]
  const tables = (await listTables(world)).filter(({ hasTeam }) => hasTeam)
  await keepPartitions(world.services)
  const faults: string[] = []

  const rehearsal = world.services.db.transaction(async (tx) => {
    await tx.execute(sql`set local role none`)
    await dropForeignKeys(tx)
    for (const [number, { scope }] of [mine, theirs].entries()) {
      for (const { name } of tables) {
        await insertSample(tx, name, {
          team: scope.teamId,
          number: 1000 + number,
          at: world.clock.now(),
        })
      }
    }

    for (const { name } of tables) {
      const table = sql.identifier(name)
      const see = async (role: string, team: number) => {
        await tx.execute(
          sql`select set_config('role', ${role}, true), set_config('app.team_id', ${String(team)}, true)`,
        )
        const { rows } = await tx.execute<{ team_id: string }>(sql`select team_id from ${table}`)
        return new Set(rows.map(({ team_id }) => Number(team_id)))
      }
      const seen = await see('footfall_app', mine.scope.teamId)
      // Tables that the team role can't access at all show nothing.
      seen.delete(mine.scope.teamId)
      if (seen.size > 0) faults.push(`${name} shows`)
      const changed = await tx.execute(
        sql`update ${table} set team_id = team_id where team_id <> ${mine.scope.teamId}`,
      )
      if (changed.rowCount !== 0) faults.push(`${name} is changed`)
      await tx.execute(sql`delete from ${table}`)
      const left = await see('none', mine.scope.teamId)
      if (!left.has(theirs.scope.teamId)) faults.push(`${name} is deleted`)
    }
    throw new Error('the rehearsal is over')
  })

  await expect(rehearsal).rejects.toThrow('the rehearsal is over')
  expect(faults).toEqual([])
})

/** Lets a row exist without others. Rolled back with the transaction. */
async function dropForeignKeys(tx: Queries): Promise<void> {
  const { rows } = await tx.execute<{ name: string; owner: string }>(
    sql`select conname as name, conrelid::regclass::text as owner from pg_constraint
        where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  )
  for (const { name, owner } of rows) {
    await tx.execute(
      sql`alter table ${sql.identifier(owner)} drop constraint ${sql.identifier(name)}`,
    )
  }
}

type Sample = {
  team: number
  /** Distinguishes the samples of a table; no other row has it as its id. */
  number: number
  at: Date
}

/** Fills required columns by type, so that new tables need no change here. */
async function insertSample(tx: Queries, table: string, sample: Sample): Promise<void> {
  const { rows: columns } = await tx.execute<{ name: string; type: string }>(
    sql`select column_name as name, udt_name as type from information_schema.columns
        where table_schema = 'public' and table_name = ${table}
          and (column_name = 'team_id' or is_nullable = 'NO' and column_default is null
               and is_identity = 'NO' and is_generated = 'NEVER')`,
  )
  const names = columns.map(({ name }) => sql.identifier(name))
  const values = columns.map(({ name, type }) =>
    name === 'team_id' ? sql`${sample.team}` : sampleOf(type, sample),
  )
  await tx.execute(
    sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)})
        values (${sql.join(values, sql`, `)})`,
  )
}

function sampleOf(type: string, { number, at }: Sample): SQL {
  const moment = at.toISOString()
  const samples: Record<string, SQL> = {
    int2: sql`${number}`,
    int4: sql`${number}`,
    int8: sql`${number}`,
    float8: sql`${number}`,
    text: sql`${`text ${String(number)}`}`,
    uuid: sql`${randomUUID()}::uuid`,
    timestamptz: sql`${moment}::timestamptz`,
    date: sql`${moment.slice(0, 10)}::date`,
    bool: sql`true`,
    jsonb: sql`'{}'::jsonb`,
    bytea: sql`${Buffer.from(String(number))}`,
    _text: sql`'{}'::text[]`,
    _int8: sql`'{}'::bigint[]`,
  }
  const found = samples[type]
  if (!found) throw new Error(`No sample of the type ${type} yet.`)
  return found
}
