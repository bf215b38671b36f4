/** Scopes of work that no request asked for: they are what the database says, or none. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sites } from '#app/db/schema/index.ts'
import { findSiteScope, findTeamScope, forEachDueSite } from '#app/domain/find-scope.server.ts'
import { createWorld } from '../../support/world.ts'

test('a site’s scope is the one of its team, and sees all of the team’s sites', async () => {
  const world = await createWorld()
  const { scope } = await world.site()
  const { system } = world.services.db

  expect(await findSiteScope(system, scope.siteId)).toEqual({ ...scope, siteIds: null })
  expect(await findTeamScope(system, scope.teamId)).toEqual({
    teamId: scope.teamId,
    siteIds: null,
  })
})

test('a site or team that no longer exists has no scope', async () => {
  const world = await createWorld()
  const { system } = world.services.db

  expect(await findSiteScope(system, 987_654)).toBeNull()
  expect(await findTeamScope(system, 987_654)).toBeNull()
})

test('a sweep gets each row’s own site, in order, and skips deleted sites', async () => {
  const world = await createWorld()
  const [one, two, gone] = [await world.site(), await world.site(), await world.site()]
  const { system } = world.services.db
  await system.delete(sites).where(eq(sites.id, gone.scope.siteId))
  const due = [two, gone, one, two].map(({ scope: { siteId } }, row) => ({ siteId, row }))

  const worked: unknown[] = []
  await forEachDueSite(system, due, ({ siteUuid, teamId }, { row }) => {
    worked.push([siteUuid, teamId, row])
    return Promise.resolve()
  })

  expect(worked).toEqual([
    [two.uuid, two.scope.teamId, 0],
    [one.uuid, one.scope.teamId, 2],
    [two.uuid, two.scope.teamId, 3],
  ])
})
