/** Events of a site, in the moment in which it's deleted or transferred, in an order that the test chooses. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applyGroups } from '#app/domain/events/log/apply-groups.server.ts'
import { readCursor } from '#app/domain/events/log/stream-cursors.server.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { storeEvents, textOf, type EventRow } from '#app/domain/events/store-events.server.ts'
import { eraseSiteRows } from '#app/domain/lifecycle/delete-site.server.ts'
import { eraseTeamRows } from '#app/domain/lifecycle/erase-team.server.ts'
import { moveSite } from '#app/domain/lifecycle/transfer-site.server.ts'
import type { Transaction } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import { settledOrWaiting, waitingFor } from '../support/api/locks.ts'
import { eventRow } from '../support/stored-events.ts'
import { createWorld } from '../support/world.ts'

/** Every table that an event of a site adds to, but the organization’s meter. */
const tables = [
  ...['pixel_events', 'event_ids', 'visitors', 'visitor_days'],
  ...['hourly_events', 'hourly_pages'],
]

/** A site that is deleted, and one of another organization. */
async function openShops() {
  const world = await createWorld()
  const { services } = world
  const [gone, kept] = [
    await world.site({ options: { holdout: 0 } }),
    await world.site({ options: { holdout: 0 } }),
  ]
  const rows = () =>
    [gone, kept].map((site) => eventRow(site, { receivedAt: world.clock.now(), arm: 'shown' }))
  return { world, services, gone, kept, rows }
}

/** @returns how many rows each table has of a site, without those that have none */
async function countRows({ pool }: Services, siteId: number): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await pool.query<{ count: string }>(
      `select count(*) from ${table} where site_id = $1`,
      [siteId],
    )
    if (Number(rows[0]?.count) > 0) counted[table] = Number(rows[0]?.count)
  }
  return counted
}

type Store = (pool: pg.Pool, rows: EventRow[]) => Promise<unknown>

const directly: Store = (pool, rows) => storeEvents(pool, rows)

const fromLog: Store = async (pool, rows) => {
  const stream = randomUUID()
  const at = rows[0]?.receivedAt ?? new Date(0)
  await readCursor(pool, stream, at)
  const group = { n: 1, events: rows.length, body: textOf(rows), at: at.getTime() }
  return applyGroups({ pool, stream }, { from: 0, to: 1, groups: [group] }, false)
}

const ways = [
  { way: 'directly', store: directly },
  { way: 'from a log', store: fromLog },
]

type Erase = (
  tx: Transaction,
  services: Services,
  site: { siteId: number; teamId: number },
) => Promise<void>

const ofSite: Erase = (tx, services, { siteId }) => eraseSiteRows(tx, services, siteId)
const ofTeam: Erase = (tx, services, { teamId }) => eraseTeamRows(tx, services, teamId)

const erased = [
  { what: 'site', erase: ofSite },
  { what: 'organization', erase: ofTeam },
]

const cases = ways.flatMap((way) => erased.map((one) => ({ ...way, ...one })))

test.each(cases)(
  'a $what is being deleted while events are stored $way: nothing of it stays',
  async ({ store, erase }) => {
    const { services, gone, kept, rows } = await openShops()

    let stored: Promise<unknown> = Promise.resolve()
    await services.db.transaction(async (tx) => {
      await erase(tx, services, gone.scope)
      // Everything of the site is deleted, and others still see it until the commit.
      stored = store(services.pool, rows())
      await settledOrWaiting(services, stored)
    })
    await stored

    expect(await countRows(services, gone.scope.siteId)).toEqual({})
    expect(await countRows(services, kept.scope.siteId)).toMatchObject({ pixel_events: 1 })
    expect(await recount(services)).toEqual([])
  },
)

/** Stores events in a transaction that isn’t over yet. */
async function storeOpenly({ pool }: Services, store: Store, rows: EventRow[]) {
  const client = await pool.connect()
  await client.query('begin')
  await store(client as unknown as pg.Pool, rows)
  return async () => {
    await client.query('commit')
    client.release()
  }
}

test.each(cases)(
  'events were stored $way a moment before a $what is deleted: nothing of it stays',
  async ({ store, erase }) => {
    const { services, gone, kept, rows } = await openShops()
    const commit = await storeOpenly(services, store, rows())

    const deleted = services.db.transaction((tx) => erase(tx, services, gone.scope))
    await waitingFor(services, 1)
    await commit()
    await deleted

    expect(await countRows(services, gone.scope.siteId)).toEqual({})
    expect(await countRows(services, kept.scope.siteId)).toMatchObject({ pixel_events: 1 })
    expect(await recount(services)).toEqual([])
  },
)

test('events were stored a moment before their site is transferred: they move along', async () => {
  const { world, services, gone, rows } = await openShops()
  const other = await world.team()
  const commit = await storeOpenly(services, directly, rows())

  const moved = moveSite(services, {
    site: gone.scope,
    to: other.scope.teamId,
    actor: other.owner,
    manager: null,
  })
  await waitingFor(services, 1)
  await commit()
  await moved

  const { rows: teams } = await services.pool.query<{ team_id: string }>(
    'select distinct team_id from pixel_events where site_id = $1',
    [gone.scope.siteId],
  )
  expect(teams.map(({ team_id }) => Number(team_id))).toEqual([other.scope.teamId])
  expect(await recount(services)).toEqual([])
})

test('a site is renamed while events are stored from a log: they count', async () => {
  const { services, gone, rows } = await openShops()
  const { siteId } = gone.scope

  let stored: Promise<unknown> = Promise.resolve()
  await services.db.transaction(async (tx) => {
    // With its key, as when its URL changes: the statement waits, and reads the row again.
    await tx.execute(sql`update sites set url = 'https://new.example' where id = ${siteId}`)
    stored = fromLog(services.pool, rows())
    await waitingFor(services, 1)
  })

  expect(await stored).not.toBeNull()
  expect(await countRows(services, siteId)).toMatchObject({ pixel_events: 1, event_ids: 1 })
})
