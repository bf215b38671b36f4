/** Statements that hold rows of many sites, while one of them is deleted or sums are locked. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sites } from '#app/db/schema/index.ts'
import { createWebVitalsReports } from '#app/domain/events/collect-web-vitals.server.ts'
import { eventSums } from '#app/domain/events/event-sums.server.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { moveSite } from '#app/domain/lifecycle/transfer-site.server.ts'
import { waitingFor } from '../support/api/locks.ts'
import { newEventId } from '../support/pages.ts'
import { createWorld } from '../support/world.ts'

test('a report of a site that is being deleted costs the other sites’ reports nothing', async () => {
  const world = await createWorld()
  const [gone, kept] = [await world.site(), await world.site()]
  const { services } = world
  const report = ({ scope: { siteId } }: typeof gone) => ({
    id: newEventId(),
    siteId,
    arm: 'none' as const,
    own: 2,
    day: '2026-03-02',
  })

  let recorded: Promise<string[]> = Promise.resolve([])
  await services.db.transaction(async (tx) => {
    await tx.delete(sites).where(eq(sites.id, gone.scope.siteId))
    // The site is still there for this statement, and its row is locked.
    recorded = createWebVitalsReports(services).record(
      [report(gone), report(kept)],
      performance.now(),
    )
    await waitingFor(services, 1)
  })

  expect(await recorded).toEqual(['unknown_site', 'accepted'])
})

test('a repair of the sums waits for the meters before it holds a sum', async () => {
  const world = await createWorld()
  const { services } = world

  let repaired: Promise<unknown> = Promise.resolve()
  await services.db.transaction(async (tx) => {
    // As the statement that stores events does before it reaches the sums.
    await tx.execute(sql`lock table meters in row exclusive mode`)
    repaired = recount(services, { repair: true })
    await waitingFor(services, 1)
    for (const table of eventSums)
      await tx.execute(sql`lock table ${sql.identifier(table)} in row exclusive mode nowait`)
  })

  await repaired
})

test('a transfer waits for a repair of the sums before it holds a sum', async () => {
  const world = await createWorld()
  const [site, other] = [await world.site(), await world.team()]
  const { services } = world

  let moved: Promise<unknown> = Promise.resolve()
  await services.db.transaction(async (tx) => {
    // As a repair does first.
    await tx.execute(sql`lock table meters in share row exclusive mode`)
    moved = moveSite(services, {
      site: site.scope,
      to: other.scope.teamId,
      actor: other.owner,
      manager: null,
    })
    await waitingFor(services, 1)
    for (const table of eventSums)
      await tx.execute(sql`lock table ${sql.identifier(table)} in share row exclusive mode nowait`)
  })

  await moved
})
