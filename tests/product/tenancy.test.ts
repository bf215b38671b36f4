import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createWorld, type World } from '#tests/support/world.ts'

/** Names of all our tables, from the database itself: a new one is under test at once. */
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

test("a team's transaction sees its own rows with no filter at all, and nobody else's", async () => {
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
