/** How messages are sent: once, encrypted, signed, and as the push service answers (docs/threats.md T98). */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  pushCounts,
  pushMessages,
  pushSends,
  pushServices,
  pushSubscriptions,
} from '#app/db/schema/push.ts'
import {
  changeCampaign,
  pauseCampaign,
  resumeCampaign,
  stopCampaign,
} from '#app/domain/push/campaigns.server.ts'
import { sendPushJob } from '#app/domain/push/jobs.ts'
import { leaseMillis } from '#app/domain/push/sending/claim-sends.server.ts'
import { replacePushKey, setPushPaused } from '#app/domain/push/site-settings.server.ts'
import { campaign, openPushShop, type PushShop } from '../../support/push/push-world.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

const statesOf = async ({ world }: PushShop) =>
  (
    await world.services.db.system
      .select({ state: pushSends.state, reason: pushSends.reason })
      .from(pushSends)
      .orderBy(pushSends.id)
  ).map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`))

test('a campaign reaches each subscriber once, readable by their browser alone', async () => {
  const shop = await openPushShop()
  const subscribers = [await shop.subscribe(), await shop.subscribe()]
  const title = '🎉 מבצע 50'
  const uuid = await shop.start({ content: { ...campaign.content, title } })

  await shop.send()
  await shop.send()

  for (const subscriber of subscribers) {
    expect(shop.messagesOf(subscriber)).toMatchObject([
      {
        footfall: 1,
        title,
        body: campaign.content.body,
        url: `${shop.site.url}/linen`,
        dir: 'rtl',
        site: shop.site.uuid,
        reportTo: `http://footfall.test/api/push/${shop.site.uuid}/reports`,
      },
    ])
  }
  expect(shop.push.refused).toEqual([])
  const topics = new Set(shop.push.received.map(({ topic }) => topic))
  expect([...topics]).toEqual([expect.stringMatching(/^[\w-]{1,32}$/)])
  expect(shop.push.received.map(({ ttl }) => ttl)).toEqual([24 * 3_600, 24 * 3_600])
  expect(await statesOf(shop)).toEqual(['accepted', 'accepted'])
  const [row] = await shop.world.services.db.system
    .select({ state: pushMessages.state })
    .from(pushMessages)
    .where(eq(pushMessages.uuid, uuid))
  expect(row?.state).toBe('sent')
})

test('a subscription that its service no longer knows is deleted, and nothing else', async () => {
  const shop = await openPushShop()
  const [gone, kept] = [await shop.subscribe(), await shop.subscribe()]
  shop.push.forget(gone.browser.endpoint)
  await shop.start()

  await shop.send()

  expect(shop.messagesOf(kept)).toHaveLength(1)
  const rows = await shop.world.services.db.system
    .select({ uuid: pushSubscriptions.uuid })
    .from(pushSubscriptions)
  expect(rows).toEqual([{ uuid: kept.id }])
  const counts = await shop.world.services.db.system.select().from(pushCounts)
  expect(counts).toMatchObject([{ sends: 2, accepted: 1, failed: 1 }])
})

test.each([
  [400, 'failed: refused'],
  [401, 'failed: key'],
  [403, 'failed: key'],
  [413, 'failed: too_large'],
  [301, 'failed: refused'],
])('an answer %i fails the message, and keeps the subscription', async (status, state) => {
  const shop = await openPushShop()
  await shop.subscribe()
  shop.push.behave({ status })
  await shop.start()

  await shop.send()
  shop.push.behave(null)
  await shop.send()

  expect(await statesOf(shop)).toEqual([state])
  expect(shop.push.received).toEqual([])
  expect(await shop.world.services.db.system.$count(pushSubscriptions)).toBe(1)
})

test('a service that asks us to wait gets nothing until then, and everything after it', async () => {
  const shop = await openPushShop()
  for (let count = 0; count < 3; count += 1) await shop.subscribe()
  shop.push.behave({ status: 429, headers: { 'Retry-After': '600' } })
  await shop.start()

  await shop.send()
  shop.push.behave(null)
  const asked = shop.push.refused.length
  shop.world.clock.advance(599 * second)
  await shop.send()
  expect(shop.push.received).toEqual([])
  shop.world.clock.advance(2 * second)
  await shop.send()

  expect(asked).toBeLessThanOrEqual(3)
  expect(shop.push.received).toHaveLength(3)
  expect(await statesOf(shop)).toEqual(['accepted', 'accepted', 'accepted'])
})

test.each([
  ['503', { status: 503 } as const],
  ['no answer', 'hang' as const],
])(
  '%s is tried again, with longer pauses, until it is no longer worth it',
  async (_name, behavior) => {
    const shop = await openPushShop()
    await shop.subscribe()
    shop.push.behave(behavior)
    await shop.start({ hours: 1 })

    await shop.send({ maxMillis: 50 })
    const [resting] = await shop.world.services.db.system.select().from(pushServices)
    expect(resting?.failures).toBe(1)
    shop.world.clock.advance(6 * second)
    await shop.send({ maxMillis: 50 })
    const [longer] = await shop.world.services.db.system.select().from(pushServices)
    expect(longer?.failures).toBe(2)
    shop.world.clock.advance(hour)
    await shop.send({ maxMillis: 50 })

    expect(await statesOf(shop)).toEqual(['skipped: unreachable'])
  },
)

test('messages that a process had on their way when it died are sent again, and replace the first', async () => {
  const shop = await openPushShop()
  const one = await shop.subscribe()
  await shop.start()
  await shop.send()
  // As it is when the process dies between the answer and the commit.
  const { db } = shop.world.services
  await db.system.update(pushMessages).set({ state: 'sending' })
  await db.system.update(pushSends).set({ state: 'sending' })

  await shop.send()
  expect(shop.push.received).toHaveLength(1)
  shop.world.clock.advance(leaseMillis + second)
  await shop.send()

  expect(shop.push.received).toHaveLength(2)
  expect(shop.push.waiting(one.path)).toHaveLength(1)
  const ids = shop.messagesOf(one).map(({ id }) => id)
  expect(new Set(ids).size).toBe(1)
})

test('paused, nothing is sent; stopped, nothing will be', async () => {
  const shop = await openPushShop()
  await shop.subscribe()
  const { services } = shop.world
  const uuid = await shop.start()
  await pauseCampaign(services, shop.site.scope, uuid)
  await shop.send()
  expect(shop.push.received).toEqual([])

  await resumeCampaign(services, shop.site.scope, uuid)
  await setPushPaused(services, shop.site.scope, true)
  await shop.send()
  expect(shop.push.received).toEqual([])
  await setPushPaused(services, shop.site.scope, false)
  await shop.send()
  expect(shop.push.received).toHaveLength(1)

  await shop.subscribe()
  const second = await shop.start({ sendAt: '2031-01-01T09:00' })
  await shop.send()
  await stopCampaign(services, shop.site.scope, second)
  shop.world.clock.advance(10 * 365 * 24 * hour)
  await shop.send()
  expect(shop.push.received).toHaveLength(1)
  expect(await statesOf(shop)).toEqual(['accepted', 'skipped: stopped', 'skipped: stopped'])
})

test('a campaign that was started can’t be changed', async () => {
  const shop = await openPushShop()
  const uuid = await shop.start()

  const change = changeCampaign(shop.world.services, shop.site.scope, { uuid, input: campaign })

  await expect(change).rejects.toMatchObject({ code: 'conflict' })
})

test('subscriptions of a replaced key get messages that their key signs', async () => {
  const shop = await openPushShop()
  const before = await shop.subscribe()
  await replacePushKey(shop.world.services, shop.site.scope)
  await shop.start()

  await shop.send()

  expect(shop.messagesOf(before)).toHaveLength(1)
  expect(shop.push.refused).toEqual([])
})

test('quiet hours hold in the subscriber’s zone', async () => {
  const shop = await openPushShop({ quietFrom: '21:00', quietUntil: '08:00' })
  const { clock } = shop.world
  const now = clock.now()
  const noon = new Date(now)
  noon.setUTCHours(12, 0, 0, 0)
  clock.advance(noon.getTime() + 24 * hour - now.getTime())
  // At noon in UTC it is 21:00 in Tokyo, and 23:00 or 00:00 in Sydney.
  const utc = await shop.subscribe({ timeZone: 'UTC' })
  const tokyo = await shop.subscribe({ timeZone: 'Asia/Tokyo' })
  await shop.start()

  await shop.send()
  expect([utc, tokyo].map((one) => shop.messagesOf(one).length)).toEqual([1, 0])
  clock.advance(11 * hour - minute)
  await shop.send()
  expect(shop.messagesOf(tokyo)).toEqual([])
  clock.advance(2 * minute)
  await shop.send()
  expect(shop.messagesOf(tokyo)).toHaveLength(1)
})

test('caps hold across campaigns that are sent at the same time', async () => {
  const shop = await openPushShop({ perDay: 1, perWeek: 2 })
  const { clock } = shop.world
  const one = await shop.subscribe()
  const counts: number[] = []
  for (let day = 0; day < 4; day += 1) {
    await shop.start()
    await shop.start()
    await Promise.all([shop.send(), shop.send()])
    counts.push(shop.messagesOf(one).length)
    clock.advance(24 * hour + minute)
  }

  expect(counts).toEqual([1, 2, 2, 2])
})

/** Those since the last call. A job that waits would be the next one as well. */
const takeJobs = async ({ world }: PushShop) => {
  const { rowCount } = await world.services.pool.query(
    `delete from pgboss.job where name = '${sendPushJob.name}'`,
  )
  return rowCount
}

test('a job that ends before a campaign does is followed by another one', async () => {
  const shop = await openPushShop()
  const one = await shop.subscribe()
  await shop.start()
  await takeJobs(shop)

  await shop.send({ lastsMillis: 0 })
  expect(shop.messagesOf(one)).toEqual([])
  expect(await takeJobs(shop)).toBe(1)

  await shop.send()
  expect(shop.messagesOf(one)).toHaveLength(1)
  expect(await takeJobs(shop)).toBe(0)
})

test('resuming goes on without waiting for the next minute', async () => {
  const shop = await openPushShop()
  const { services } = shop.world
  await setPushPaused(services, shop.site.scope, true)
  await takeJobs(shop)

  await setPushPaused(services, shop.site.scope, false)

  expect(await takeJobs(shop)).toBe(1)
})
