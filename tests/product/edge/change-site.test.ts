/** One road from a stored change to the pages of the process that stored it. */
import { eq, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import type { Transaction } from '#app/db/db.ts'
import * as schema from '#app/db/schema/index.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { eraseTeam } from '#app/domain/lifecycle/erase-team.server.ts'
import { eraseSiteRows } from '#app/domain/lifecycle/delete-site.server.ts'
import { readSources } from '../../support/sources.ts'
import { createWorld } from '../../support/world.ts'

const { sites } = schema

/**
 * A site that pages have asked for. The clock is stopped and nothing listens to the database, so
 * cached data stays until it is invalidated.
 */
async function openSite() {
  const world = await createWorld()
  const { services } = world
  const site = await world.site()
  const isPaused = async () => (await services.siteCache.site(site.uuid))?.isPaused
  const pause = (tx: Transaction) =>
    tx.update(sites).set({ pausedAt: services.now() }).where(eq(sites.id, site.scope.siteId))
  expect(await isPaused()).toBe(false)
  return { world, services, site, isPaused, pause }
}

test('pages show a change from its commit on, and not before', async () => {
  const { services, site, isPaused, pause } = await openSite()
  let before: boolean | undefined

  await changeSite(services, site.scope, async (tx) => {
    await pause(tx)
    before = await isPaused()
  })

  expect(before).toBe(false)
  expect(await isPaused()).toBe(true)
})

test('pages read nothing again after a change that was rolled back', async () => {
  const { services, site, isPaused, pause } = await openSite()
  // Stored past the cache: a reading would find it.
  await services.db.system.update(sites).set({ pausedAt: services.now() })

  const outcome = changeSite(services, site.scope, async (tx) => {
    await pause(tx)
    throw new Error('refused')
  })

  await expect(outcome).rejects.toThrow('refused')
  expect(await isPaused()).toBe(false)
})

test('pages show a change although something else failed after its commit', async () => {
  const { world, services, site, isPaused, pause } = await openSite()
  const failure = new Error('too late')

  await services.db.asTeam(site.scope, async (tx) => {
    tx.afterCommit(() => Promise.reject(failure))
    services.siteCache.invalidateOnCommit(tx, site.uuid)
    await pause(tx)
  })

  expect(await isPaused()).toBe(true)
  expect(world.takeAfterCommitErrors()).toEqual([failure])
})

test('a site that is erased is unknown to pages once that is committed', async () => {
  const { services, site } = await openSite()
  const { siteId } = site.scope
  const isKnown = async () => (await services.siteCache.site(site.uuid)) !== null

  const refused = services.db.transaction(async (tx) => {
    await eraseSiteRows(tx, services, siteId)
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(await isKnown()).toBe(true)

  await services.db.transaction((tx) => eraseSiteRows(tx, services, siteId))
  expect(await isKnown()).toBe(false)
})

test('so are the sites of an erased team', async () => {
  const { services, site } = await openSite()

  await eraseTeam(services, site.team.scope.teamId)

  expect(await services.siteCache.site(site.uuid)).toBeNull()
})

/** Files that write to an announced table and yet invalidate nothing, with the reason. */
const withoutInvalidation: Record<string, string> = {
  'app/domain/activities/complete-activities.server.ts': 'its callers are in changeSite',
  'app/domain/activities/correct-activities.server.ts': 'its caller invalidates',
  'app/domain/activities/edit-reviews.server.ts': 'its callers are in changeSite',
  'app/domain/activities/find-stored.server.ts': 'pages show no number of an order',
  'app/domain/activities/page-activities.server.ts': 'a batch of many sites: its trigger suffices',
  'app/domain/activities/page-pictures/stored-pictures.server.ts':
    'a page that waits to be read has no picture, and one that makes room was wanted longest ago',
  'app/domain/activities/sales/buyers.server.ts': 'its callers are in changeSite',
  'app/domain/activities/sales/match-payments.server.ts': 'its callers are in changeSite',
  'app/domain/activities/same-order.server.ts': 'its callers are in changeSite',
  'app/domain/events/counters.ts': 'recounts what the statement below has counted',
  'app/domain/events/goal-test.server.ts': 'pages show nothing of the test of a goal',
  'app/domain/events/log/recount/log-copy.server.ts':
    'writes to temporary tables that are dropped with the transaction',
  'app/domain/events/pixel-last-seen.server.ts': 'pages show nothing of when the pixel was seen',
  'app/domain/events/store-statement.ts': 'collect.server.ts hears of a limit that is reached',
  'app/domain/images/photos.server.ts': 'pages show no logo of a site or team',
  'app/domain/lifecycle/join-shop.server.ts': 'changes a team’s owner alone',
  'app/domain/lifecycle/ownership.server.ts': 'changes a team’s owner alone',
  'app/domain/lifecycle/retained-usage.server.ts': 'its callers are in changeSite or invalidate',
  'app/domain/nudges/editing/drafts.server.ts': 'pages show no draft',
  'app/domain/nudges/editing/nudge-limits.server.ts': 'pages show no archived nudge',
  'app/domain/plans/notices.server.ts': 'notes which email was sent',
  'app/domain/products/cached-stock.server.ts': 'its callers are in changeSite or invalidate',
  'app/domain/shops/make-owner.server.ts': 'pages show no owner of a team',
  'app/domain/sites/home-page/home-page.server.ts':
    'pages show nothing of what their home page says',
  'app/domain/sites/sites.server.ts': 'no page knows a site that is being created',
  'app/domain/teams/teams.server.ts': 'pages show no name of a team',
}

test('a file that writes what pages show has them hear of it', async () => {
  const { services } = await createWorld()
  const { rows } = await services.pool.query<{ name: string }>(
    "select distinct tgrelid::regclass::text as name from pg_trigger where tgname like 'announce%' and tgparentid = 0",
  )
  const announced = new Set(rows.map(({ name }) => name))
  const names = Object.entries(schema).flatMap(([name, table]) =>
    is(table, PgTable) && announced.has(getTableName(table)) ? [name] : [],
  )
  expect(names).toEqual(expect.arrayContaining(['activities', 'formRules', 'nudges', 'sites']))
  const byDrizzle = new RegExp(String.raw`\.(insert|update|delete)\((${names.join('|')})\)`)
  // In SQL, by the table's name or through drizzle's table.
  const table = [...announced, ...names.map((name) => `\\$\\{${name}\\}`)].join('|')
  const inSql = new RegExp(`\\b(?:insert into|update|delete from)\\s+(?:${table})(?!\\w)`, 'i')

  const silent = readSources('app').filter(
    ({ path, text }) =>
      !path.startsWith('app/db/') &&
      (byDrizzle.test(text) || inSql.test(text)) &&
      !/changeSite\(|invalidateOnCommit\(/.test(text),
  )

  expect(silent.map(({ path }) => path)).toEqual(Object.keys(withoutInvalidation))
})
