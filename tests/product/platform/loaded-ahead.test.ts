/** Screens that are loaded before the click leave nothing behind. No one has seen them yet. */
import { expect, test } from 'vitest'
import { activities } from '#app/db/schema/index.ts'
import { isLoadedAhead } from '#app/browser/prefetch.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { storePurchase } from '../../support/purchases.ts'
import { storeRequest } from '../../support/conversations/store-request.ts'
import { listAddresses } from '../../support/route-build.ts'
import { createWorld, type World } from '../../support/world.ts'

/** All rows, by table; but when a session was last used, which is when its browser last asked. */
async function rowsOf({ services: { pool } }: World) {
  const tables = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and c.relname <> 'sessions'`,
  )
  const rows: Record<string, unknown> = {}
  for (const { name } of tables.rows) {
    const found = await pool.query<{ all: string | null }>(
      `select string_agg(t::text, '|' order by t::text) as all from "${name}" t`,
    )
    rows[name] = found.rows[0]?.all
  }
  return rows
}

/** A conversation that the person hasn’t read. */
const storeAnswered = ({ services }: World, userId: number) =>
  storeRequest(services, {
    userId,
    messages: [
      { author: 'user', userId, body: 'Where is my nudge?' },
      { author: 'staff', userId, body: 'On your home page.' },
    ],
  })

test('no loader of theirs changes a row', async () => {
  const world = await createWorld()
  const site = await world.site()
  const nudge = await world.nudge(site)
  await storePurchase(world.services, site)
  const [activity] = await world.services.db.system
    .select({ uuid: activities.uuid })
    .from(activities)
  const goal = await createGoal(world.services, site.scope, {
    kind: 'url',
    name: 'Thanks',
    match: 'exact',
    pattern: '/thanks',
    is_repeatable: false,
    is_active: true,
  })
  const { fetch } = await world.serve()
  const names: readonly (readonly [string, string])[] = [
    ['/nudges/:id', nudge.uuid],
    ['/goals/:id', goal.uuid],
    ['/settings/teams/:id', String(site.scope.teamId)],
    ['/pixel/:id', site.uuid],
    ['/data-feeds/activities/:uuid', activity?.uuid ?? ''],
    ['/support/:id', String(await storeAnswered(world, site.owner.id))],
  ]
  const addresses = [...new Set(listAddresses().map(({ path }) => path))].flatMap((path) => {
    const [pattern, value] = names.find(([beginning]) => path.startsWith(beginning)) ?? []
    const filled =
      pattern === undefined || value === undefined
        ? path
        : path.replace(pattern, pattern.replace(/:\w+$/, value))
    return isLoadedAhead(filled) && !filled.includes(':') ? [filled] : []
  })
  const before = await rowsOf(world)

  const statuses = new Set<number>()
  for (const address of addresses) {
    const data = address === '/' ? '/_root.data' : `${address}.data`
    const answer = await fetch(data, {
      headers: { Cookie: site.owner.cookie, Purpose: 'prefetch' },
    })
    statuses.add(answer.status)
    expect([address, answer.headers.get('Cache-Control')]).toEqual([
      address,
      expect.stringContaining('no-store'),
    ])
  }

  expect(addresses.length).toBeGreaterThan(35)
  expect(statuses).toContain(200)
  expect(await rowsOf(world)).toEqual(before)
})
