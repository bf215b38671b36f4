/** Ten thousand browsers that took their permission back since the last campaign. */
import { expect, test } from 'vitest'
import { pushCounts, pushDays, pushMessages, pushSubscriptions } from '#app/db/schema/push.ts'
import { openPushShop } from '../support/push/push-world.ts'
import { subscribeMany } from '../support/push/subscribe-many.ts'

const goneCount = 10_000

test('10,000 subscriptions that ended are deleted and counted, and the others get the message', async () => {
  const shop = await openPushShop()
  const { db } = shop.world.services
  const browsers = await subscribeMany(shop, goneCount + 20)
  for (const { endpoint } of browsers.slice(0, goneCount)) shop.push.forget(endpoint)
  await shop.start()
  await shop.world.queue.stop()

  await shop.send()

  expect(shop.push.received).toHaveLength(20 + 1)
  expect(await db.system.$count(pushSubscriptions)).toBe(20 + 1)
  expect(await db.system.select().from(pushDays)).toMatchObject([{ gone: goneCount }])
  expect(await db.system.select().from(pushCounts)).toMatchObject([
    { sends: goneCount + 21, accepted: 21, failed: goneCount },
  ])
  const [message] = await db.system.select({ state: pushMessages.state }).from(pushMessages)
  expect(message?.state).toBe('sent')
})
