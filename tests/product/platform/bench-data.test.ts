import { expect, test } from 'vitest'
import { activities, nudges, sites } from '#app/db/schema/index.ts'
import { copySite } from '#workshop/bench/copy-site.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld } from '../../support/world.ts'

test('the bench copies a site with what belongs to it', async () => {
  const world = await createWorld()
  const { db, pool } = world.services
  const site = await world.site()
  await world.nudge(site)
  await storePurchase(world.services, site)

  const { teamId, siteId } = site.scope
  await copySite(pool, siteId, { count: 3, teamIds: [teamId] })

  expect(await db.system.$count(sites)).toBe(4)
  expect(await db.system.$count(nudges)).toBe(4)
  expect(await db.system.$count(activities)).toBe(4)
})
