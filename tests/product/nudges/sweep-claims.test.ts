/** How long claims are kept. */
import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { claims } from '#app/db/schema/index.ts'
import { claimIds, resolveClaim } from '#app/domain/nudges/claims.server.ts'
import { sweepClaims } from '#app/domain/nudges/sweep-claims.server.ts'
import { impressionEvent, serveEdge } from '../../support/pages.ts'
import { dayMillis } from '#app/lib/time.ts'
import { shortIdOf } from '#app/lib/short-id.ts'
import { openNudgeShop } from '../../support/nudge-shop.ts'

/** Events are kept for 90 days by default. */
const keptDays = 90
/** Pages can refer to a claim for a week after its last use. */
const pointedDays = 7

test('a claim is kept as long as an event that is kept can point to it, and then goes', async () => {
  const shop = await openNudgeShop()
  const { services, world, site } = shop
  await shop.publish({ type: 'purchases', query: { minimum: 1 } })
  await shop.store({ ago: 30 * dayMillis })
  await shop.store()
  const payload = await shop.payload()
  const [claim = ''] = payload.nudges[0]?.items.map((item) => item.claim) ?? []
  const page = (await serveEdge(services)).page(site)
  const resolve = () => resolveClaim(services, site.scope, claim)

  world.clock.advance(pointedDays * dayMillis - 1)
  const [atLast] = await page.report(impressionEvent(payload))
  world.clock.advance(1)
  const [tooLate] = await page.report(impressionEvent(payload))
  world.clock.advance((keptDays + 1) * dayMillis)
  const early = await sweepClaims(services)
  const kept = await resolve()
  world.clock.advance(1)
  const late = await sweepClaims(services)

  expect(atLast).toMatchObject({ outcome: 'accepted' })
  expect(tooLate).toMatchObject({ outcome: 'rejected', reason: 'unknown_claim' })
  expect([early, shortIdOf(kept?.id ?? '')]).toEqual([0, claim])
  expect([late, await resolve()]).toEqual([1, null])
})

test('a claim that pages still get is never removed, however old it is', async () => {
  const shop = await openNudgeShop()
  const { services, world, site } = shop
  await shop.publish({ type: 'custom', content: { text: 'Hello' } })
  const claimOf = async () => (await shop.shown())?.items[0]?.claim
  const first = await claimOf()

  for (let month = 0; month < 8; month += 1) {
    world.clock.advance(30 * dayMillis)
    await sweepClaims(services)
    expect(await claimOf()).toBe(first)
  }

  // A removed claim is created again when it is used again.
  world.clock.advance(200 * dayMillis)
  expect(await sweepClaims(services)).toBe(1)
  const again = await claimOf()
  expect(again).not.toBe(first)
  expect(await resolveClaim(services, site.scope, again ?? '')).toMatchObject({ text: 'Hello' })
})

// The embedded database has a single session, so nothing runs concurrently.
test.skipIf(inject('engine') === 'pglite')(
  'a claim that is sent again while old ones are removed stays',
  async () => {
    const shop = await openNudgeShop()
    const { services, world, site } = shop
    await shop.publish({ type: 'custom', content: { text: 'Hello' } })
    const claimId = (await shop.shown())?.items[0]?.claim
    const [stored] = await services.db.system.select().from(claims)
    world.clock.advance(200 * dayMillis)

    const again = await services.db.asTeam(site.scope, async (tx) => {
      const ids = await claimIds(tx, site.scope, {
        maker: { ...(stored ?? fail()), at: services.now() },
        assertions: [{ activityId: null, text: 'Hello' }],
      })
      expect(await sweepClaims(services)).toBe(0)
      return ids
    })

    expect(again).toEqual([claimId])
    expect(await sweepClaims(services)).toBe(0)
    expect(await resolveClaim(services, site.scope, claimId ?? '')).not.toBeNull()
  },
)

function fail(): never {
  throw new Error('No claim was stored.')
}

test('many are removed in bounded steps', async () => {
  const shop = await openNudgeShop()
  const { services, world, site } = shop
  await shop.publish({ type: 'custom', content: { text: 'Hello' } })
  await shop.payload()
  const { db } = services
  await db.system.execute(sql`
    insert into claims (team_id, site_id, nudge_id, nudge_version, rule, window_seconds, text,
      created_at, told_at)
    select team_id, site_id, nudge_id, nudge_version, rule, window_seconds, text || number,
      created_at, told_at
    from claims cross join generate_series(1, 2500) as number`)
  world.clock.advance(99 * dayMillis)
  const before = await shop.shown()

  expect(await sweepClaims(services)).toBe(2_500)
  const left = await db.system.select({ id: claims.shortId, siteId: claims.siteId }).from(claims)
  expect(left).toEqual([{ id: before?.items[0]?.claim, siteId: site.scope.siteId }])
})
