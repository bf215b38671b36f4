/**
 * Two batches that lock the same rows in different orders wait for each other, and the database ends
 * one of them. So each statement reaches its tables in one order, whatever its batch holds.
 */
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { goals, teams } from '#app/db/schema/index.ts'
import { applyGroups } from '#app/domain/events/log/apply-groups.server.ts'
import { readCursor } from '#app/domain/events/log/stream-cursors.server.ts'
import { storeEvents, textOf, type EventRow } from '#app/domain/events/store-events.server.ts'
import { storeBoost } from '#app/domain/plans/change-plan.server.ts'
import { eraseSiteRows } from '#app/domain/lifecycle/delete-site.server.ts'
import { eraseTeam } from '#app/domain/lifecycle/erase-team.server.ts'
import { moveSite } from '#app/domain/lifecycle/transfer-site.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { TestSite } from '../../support/makers.ts'
import { eventRow } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'

/** Tables whose rows several statements may want. Nothing else refers to a row of pixel_events. */
const tables = [
  ...['event_ids', 'goal_hits', 'visitors', 'meters', 'site_meters'],
  ...['experiment_days', 'visitor_days', 'hourly_pages', 'hourly_events'],
]

/** Reached before all of them, by batches of a log. */
const cursors = 'event_streams'

/** @returns the tables that writes reached since the last call, in their order */
async function noteWrites({ services: { pool } }: World): Promise<() => Promise<string[]>> {
  await pool.query(`set role none;
    create table noted_writes (place bigserial, name text);
    grant all on noted_writes to public;
    grant usage on sequence noted_writes_place_seq to public;
    create function note_write() returns trigger language plpgsql as $$
    begin
      insert into noted_writes (name) values (tg_argv[0]);
      return coalesce(new, old);
    end $$;
    ${[cursors, ...tables].map((name) => `create trigger note_write before insert or update or delete on ${name} for each row execute function note_write('${name}');`).join('\n')}
    set role footfall_system`)
  // Other tests use the database after this one.
  onTestFinished(async () => {
    await pool.query(`set role none; drop function note_write() cascade; drop table noted_writes;
      set role footfall_system`)
  })
  return async () => {
    const { rows } = await pool.query<{ name: string }>(
      'with gone as (delete from noted_writes returning *) select name from gone order by place',
    )
    return rows.map(({ name }) => name).filter((name, at, all) => name !== all[at - 1])
  }
}

async function openShop() {
  const world = await createWorld()
  const { db, now } = world.services
  const site = await world.site({ options: { holdout: 0 } })
  const { teamId, siteId } = site.scope
  const [goal] = await db.system
    .insert(goals)
    .values({
      teamId,
      siteId,
      name: 'Called',
      kind: 'js',
      isRepeatable: true,
      createdAt: now(),
      updatedAt: now(),
    })
    .returning({ id: goals.id })
  if (!goal) throw new Error('The goal wasn’t stored.')
  return { world, site, goalId: goal.id }
}

type Kind = 'visit' | 'return' | 'impression' | 'click' | 'goal' | 'bot' | 'experiment'

const kinds: readonly Kind[] = [
  ...(['visit', 'return', 'impression', 'click'] as const),
  ...(['goal', 'bot', 'experiment'] as const),
]

/** All batches of one event of some of the kinds each. */
const batches = Array.from({ length: 2 ** kinds.length - 1 }, (_, number) =>
  kinds.filter((_kind, bit) => (number + 1) & (2 ** bit)),
)

let lastKey = 0

type Shop = Awaited<ReturnType<typeof openShop>>

const batchOf = (shop: Shop, batch: readonly Kind[]) =>
  storeEvents(
    shop.world.services.pool,
    batch.map((kind) => rowOf(kind, shop.site, shop)),
  )

const asReached = (order: readonly string[]) => tables.filter((name) => order.includes(name))

function rowOf(kind: Kind, site: TestSite, { world, goalId }: Shop) {
  const base = { receivedAt: world.clock.now(), arm: 'shown' as const }
  const byKind: Record<Kind, Partial<EventRow>> = {
    visit: {},
    return: { visitor: Buffer.alloc(16, 2) },
    impression: { type: 'impression' },
    click: { type: 'click' },
    goal: {
      type: 'goal',
      goal: {
        goalId,
        uniqueKey: `call-${String((lastKey += 1))}`,
        amountCents: null,
        currency: null,
      },
    },
    bot: { outcome: 'bot' },
    experiment: { assignment: { experimentId: 7, variant: 'a' } },
  }
  return eventRow(site, { ...base, ...byKind[kind] })
}

test.each([
  { meteredBy: 'visitors' as const, planLimit: null },
  { meteredBy: 'visitors' as const, planLimit: 40 },
  { meteredBy: 'impressions' as const, planLimit: 40 },
])(
  'any batch locks rows in one order, metered by $meteredBy with the limit $planLimit',
  async ({ meteredBy, planLimit }) => {
    const shop = await openShop()
    const { world, site } = shop
    const { services } = world
    await services.db.system.update(teams).set({ meteredBy, planLimit })
    const expiresAt = new Date(world.clock.now().getTime() + dayMillis)
    await services.db.asTeam(site.scope, (tx) =>
      storeBoost(tx, services, {
        scope: site.scope,
        siteId: site.scope.siteId,
        boost: { units: 40, expiresAt },
      }),
    )
    const written = await noteWrites(world)
    const reached = new Set<string>()

    for (const batch of batches) {
      await batchOf(shop, batch)
      const order = await written()
      for (const name of order) reached.add(name)
      expect(order, batch.join(', ')).toEqual(asReached(order))
    }

    expect(tables.filter((name) => !reached.has(name))).toEqual(
      planLimit === null ? ['site_meters'] : [],
    )
  },
)

test('any batch of a log moves its cursor first, and then reaches the tables in their order', async () => {
  const shop = await openShop()
  const { world, site } = shop
  const { pool, now } = world.services
  await world.services.db.system.update(teams).set({ planLimit: 40 })
  const stream = randomUUID()
  await readCursor(pool, stream, now())
  const written = await noteWrites(world)

  for (const [from, batch] of batches.entries()) {
    const rows = batch.map((kind) => rowOf(kind, site, shop))
    const group = { n: from + 1, events: rows.length, body: textOf(rows), at: now().getTime() }
    const given = { from, to: from + 1, groups: [group] }
    expect(await applyGroups({ pool, stream }, given, true)).not.toBeNull()
    const [first, ...order] = await written()
    expect(first, batch.join(', ')).toBe(cursors)
    expect(order, batch.join(', ')).toEqual(asReached(order))
  }
})

/** Rows of goals and keys of events aren't wanted by a batch of events that doesn't insert them. */
const sums = tables.slice(tables.indexOf('meters'))

test.each(['transfer', 'deletion of the site', 'deletion of the organization'] as const)(
  'a %s reaches the sums as batches do',
  async (act) => {
    const shop = await openShop()
    const { world, site } = shop
    const { services } = world
    await services.db.system.update(teams).set({ planLimit: 1 })
    await services.db.asTeam(site.scope, (tx) =>
      storeBoost(tx, services, {
        scope: site.scope,
        siteId: site.scope.siteId,
        boost: { units: 40, expiresAt: new Date(world.clock.now().getTime() + dayMillis) },
      }),
    )
    await batchOf(shop, kinds)
    await batchOf(shop, kinds)
    const other = await world.team()
    const written = await noteWrites(world)

    if (act === 'transfer')
      await moveSite(services, {
        site: site.scope,
        to: other.scope.teamId,
        actor: other.owner,
        manager: null,
      })
    else if (act === 'deletion of the site')
      await services.db.longTransaction((tx) => eraseSiteRows(tx, services, site.scope.siteId))
    else await eraseTeam(services, site.scope.teamId)

    const order = (await written()).filter((name) => sums.includes(name))
    expect(new Set(order)).toEqual(new Set(sums))
    expect(order).toEqual(asReached(order))
  },
)
