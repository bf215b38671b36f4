/** Trouble while a campaign is sent: clocks, slow services, edits, addresses that ended. */
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { pushMessages, pushSends, pushSubscriptions } from '#app/db/schema/push.ts'
import { changeCampaign } from '#app/domain/push/campaigns.server.ts'
import { sendDuePush } from '#app/domain/push/send-due.server.ts'
import { hashOfEndpoint, sealAddress } from '#app/domain/push/subscribe.server.ts'
import { createGuardedSender } from '#app/lib/web/sender/guarded-sender.server.ts'
import { startPushService } from '#workshop/doubles/push-service.ts'
import { campaign, openPushShop, type PushShop } from '../../support/push/push-world.ts'

const hour = 3_600_000

const statesOf = async ({ world }: PushShop) => {
  const rows = await world.services.db.system
    .select({ state: pushSends.state })
    .from(pushSends)
    .orderBy(pushSends.id)
  return rows.map(({ state }) => state)
}

test('a server’s clock that is set back sends nothing twice, and holds nothing back', async () => {
  const shop = await openPushShop()
  const one = await shop.subscribe()
  await shop.start()
  shop.world.clock.advance(-hour)

  await shop.send()
  await shop.send()
  shop.world.clock.advance(2 * hour)
  await shop.send()

  expect(shop.messagesOf(one)).toHaveLength(1)
  expect(await statesOf(shop)).toEqual(['accepted'])
})

test('a server’s clock that is set far ahead sends no message that is no longer worth showing', async () => {
  const shop = await openPushShop()
  const one = await shop.subscribe()
  shop.push.behave({ status: 503 })
  await shop.start({ hours: 24 })
  await shop.send()
  shop.push.behave(null)
  shop.world.clock.advance(25 * hour)

  await shop.send()

  expect(shop.messagesOf(one)).toEqual([])
  expect(await statesOf(shop)).toEqual(['skipped'])
})

test('a push service that answers slowly delays no other one', async () => {
  const shop = await openPushShop()
  const { services } = shop.world
  const fast = [await shop.subscribe(), await shop.subscribe()]
  const slow = await startPushService()
  onTestFinished(() => slow.stop())
  const browser = slow.subscribe(shop.key)
  const late = await shop.subscribe()
  await services.db.system
    .update(pushSubscriptions)
    .set({
      address: sealAddress(services.security.secrets, late.id, browser),
      endpointHash: hashOfEndpoint(services.security.secrets, shop.site.scope, browser.endpoint),
      service: new URL(browser.endpoint).host,
    })
    .where(eq(pushSubscriptions.uuid, late.id))
  slow.behave('hang')
  await shop.start()
  const net = {
    ...services.net,
    push: createGuardedSender({ doubles: [shop.push.origin, slow.origin] }),
  }
  let isDone = false

  const sending = sendDuePush({ ...services, net }, { maxMillis: 2_000 }).then(() => {
    isDone = true
  })

  await expect.poll(() => fast.flatMap(shop.messagesOf).length, { interval: 5 }).toBe(2)
  expect(isDone).toBe(false)
  await sending
  expect((await statesOf(shop)).sort()).toEqual(['accepted', 'accepted', 'waiting'])
})

test('a campaign whose messages are on their way can’t be edited, and arrives as it was', async () => {
  const shop = await openPushShop()
  const one = await shop.subscribe()
  const { services } = shop.world
  shop.push.behave('hang')
  const uuid = await shop.start()
  const sending = shop.send({ maxMillis: 2_000 })
  await expect.poll(() => statesOf(shop), { interval: 5 }).toEqual(['sending'])

  const input = { ...campaign, content: { ...campaign.content, title: 'Other linen' } }
  const change = changeCampaign(services, shop.site.scope, { uuid, input })

  await expect(change).rejects.toMatchObject({ code: 'conflict' })
  await sending
  shop.push.behave(null)
  shop.world.clock.advance(hour)
  await shop.send()
  expect(shop.messagesOf(one).map(({ title }) => title)).toEqual([campaign.content.title])
  const [row] = await services.db.system
    .select({ content: pushMessages.content })
    .from(pushMessages)
  expect(row?.content.title).toBe(campaign.content.title)
})
