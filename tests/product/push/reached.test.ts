/** Goals count by one rule for a campaign and for its holdout group (docs/decisions/0034-push.md). */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pushCounts, pushSubscriptions } from '#app/db/schema/push.ts'
import { openPushShop, type PushShop } from '../../support/push/push-world.ts'

const day = 24 * 3_600_000
const reached = { do: 'reached', goal: '0f8fad5b-d9cb-469f-a165-70867728950e' }

/** One subscriber who gets campaigns, and one of the holdout group. */
async function openBothArms(delivery: Parameters<typeof openPushShop>[0] = {}) {
  const shop = await openPushShop({ holdout: 50, ...delivery })
  const both = [0xff, 0].map(async (byte) => {
    const subscriber = await shop.subscribe({ timeZone: 'UTC' })
    await shop.world.services.db.system
      .update(pushSubscriptions)
      .set({ draw: Buffer.alloc(16, byte) })
      .where(eq(pushSubscriptions.uuid, subscriber.id))
    return subscriber
  })
  return { shop, both: await Promise.all(both) }
}

/** Subscribers who reached a goal, by arm: the sum over all campaigns. */
async function convertedOf({ world }: PushShop) {
  const counts = await world.services.db.system.select().from(pushCounts)
  const sumOf = (isHeld: boolean) =>
    counts
      .filter(({ variant }) => (variant === 'holdout') === isHeld)
      .reduce((sum, { converted }) => sum + converted, 0)
  return { campaign: sumOf(false), holdout: sumOf(true) }
}

test('a scheduled campaign counts goals from its moment on, for a week', async () => {
  const { shop, both } = await openBothArms()
  const { clock } = shop.world
  const sendAt = new Date(clock.now().getTime() + 10 * day).toISOString().slice(0, 16)
  await shop.start({ sendAt })
  await shop.send()
  const reachAll = async () => {
    for (const one of both) expect((await shop.change(one, reached)).status).toBe(200)
    return convertedOf(shop)
  }

  expect(await reachAll()).toEqual({ campaign: 0, holdout: 0 })
  clock.advance(18 * day)
  expect(await reachAll()).toEqual({ campaign: 0, holdout: 0 })
  clock.advance(-2 * day)
  // The campaign's message still waits to be sent. Its week began all the same.
  expect(await reachAll()).toEqual({ campaign: 1, holdout: 1 })
})

test('members of a campaign whose message was skipped by the cap count like the holdout group', async () => {
  const { shop, both } = await openBothArms({ perDay: 1 })
  await shop.start()
  await shop.send()
  await shop.start()
  await shop.send()
  const [sent] = both
  expect(sent && shop.messagesOf(sent)).toHaveLength(1)

  for (const one of both) await shop.change(one, reached)
  for (const one of both) await shop.change(one, reached)

  expect(await convertedOf(shop)).toEqual({ campaign: 2, holdout: 2 })
})
