/** Outcomes of a batch are stored once, whatever was deleted in the meantime (docs/decisions/0034-push.md). */
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { pushCounts, pushMessages, pushSends, pushSubscriptions } from '#app/db/schema/push.ts'
import { removeCampaign, stopCampaign } from '#app/domain/push/campaigns.server.ts'
import { claimSends, leaseMillis } from '#app/domain/push/sending/claim-sends.server.ts'
import { settleSends } from '#app/domain/push/sending/settle-sends.server.ts'
import { openPushShop, shopIn } from '../../support/push/push-world.ts'

test('a campaign that is deleted while its messages are on their way sends no other site’s again', async () => {
  const shop = await openPushShop()
  const other = await shopIn(shop.world, shop.push)
  const { clock, services } = shop.world
  const one = await shop.subscribe()
  await other.subscribe()
  const uuid = await shop.start()
  await other.start()
  shop.push.behave('hang', one.path)

  const sending = shop.send({ maxMillis: 1_500 })
  await vi.waitFor(() => expect(shop.push.received).toHaveLength(1))
  await stopCampaign(services, shop.site.scope, uuid)
  await removeCampaign(services, shop.site.scope, uuid)
  await sending
  clock.advance(leaseMillis + 1_000)
  await shop.send()

  expect(shop.push.received).toHaveLength(1)
  expect(await services.db.system.select({ state: pushSends.state }).from(pushSends)).toEqual([
    { state: 'accepted' },
  ])
  expect(await services.db.system.select().from(pushCounts)).toMatchObject([
    { siteId: other.site.scope.siteId, sends: 1, accepted: 1 },
  ])
})

test('a send that another process settled isn’t counted again', async () => {
  const shop = await openPushShop()
  const { clock, services } = shop.world
  await shop.subscribe()
  await shop.start()
  await shop.send()
  clock.advance(leaseMillis)
  const { db } = services
  await db.system.update(pushMessages).set({ state: 'sending' })
  await db.system.update(pushSends).set({ state: 'waiting' })
  const [{ service: host } = { service: '' }] = await db.system
    .select({ service: pushSubscriptions.service })
    .from(pushSubscriptions)
  const claimed = await claimSends(services, { host, most: 1 })
  await db.system.update(pushSends).set({ state: 'accepted' })

  const outcome = { status: 410, dueAt: null, shown: null, isGone: true } as const
  await settleSends(
    services,
    claimed.map((send) => ({ ...outcome, send, state: 'failed', reason: 'gone' })),
    { host, failures: 0, restsUntil: null, status: null },
  )

  expect(claimed).toHaveLength(1)
  expect(await db.system.select().from(pushCounts)).toMatchObject([
    { sends: 1, accepted: 1, failed: 0 },
  ])
  expect(await db.system.$count(pushSends, eq(pushSends.state, 'accepted'))).toBe(1)
})
