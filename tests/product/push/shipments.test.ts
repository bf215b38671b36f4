/** Requests about an order: its shipment, and the review some days later. */
import { expect, test } from 'vitest'
import { defaultAutomations } from '#app/contract/push-settings.ts'
import { pushShipments, pushWatches } from '#app/db/schema/push.ts'
import { changeAutomation } from '#app/domain/push/automations.server.ts'
import { reportShipment } from '#app/domain/push/requests/shipments.server.ts'
import { sweepPushSends } from '#app/domain/push/sweep-sends.server.ts'
import { storePurchase } from '../../support/purchases.ts'
import { openPushShop, turnOn, type PushShop } from '../../support/push/push-world.ts'

const hour = 3_600_000
const watch = (kind: 'order_shipped' | 'review_request') => ({
  do: 'watch',
  request: { kind, order: '1001' },
  consent: { wording: 'Yes, about this order' },
})
const turnOff = ({ world, site }: PushShop, kind: 'order_shipped') =>
  changeAutomation(world.services, site.scope, {
    kind,
    input: { ...defaultAutomations[kind], isOn: false },
  })
const report = ({ world, site }: PushShop) => reportShipment(world.services, site.scope, '1001')

test('who asks about an order after its shipment was reported hears of it', async () => {
  const shop = await openPushShop()
  await turnOn(shop, 'order_shipped')
  expect(await report(shop)).toBe(0)
  const one = await shop.subscribe()

  await shop.change(one, watch('order_shipped'))
  await shop.send()

  expect(shop.messagesOf(one)).toMatchObject([{ title: 'Your order 1001 has shipped' }])
  expect(await shop.world.services.db.system.$count(pushWatches)).toBe(0)
})

test('a shipment that is reported again reaches who missed it, and no one twice', async () => {
  const shop = await openPushShop()
  await turnOn(shop, 'order_shipped')
  const [one, failed] = [await shop.subscribe(), await shop.subscribe()]
  for (const subscriber of [one, failed]) await shop.change(subscriber, watch('order_shipped'))
  shop.push.behave({ status: 400 }, failed.path)
  expect(await report(shop)).toBe(2)
  await shop.send()
  shop.push.behave(null, failed.path)

  expect(await report(shop)).toBe(1)
  await shop.send()
  await shop.send()

  expect(shop.messagesOf(one)).toHaveLength(1)
  expect(shop.messagesOf(failed)).toHaveLength(1)
})

test('a review is asked for some days after the shipment, once, and not of a canceled order', async () => {
  const shop = await openPushShop()
  const { clock, services } = shop.world
  await turnOn(shop, 'review_request')
  await storePurchase(services, shop.site, { externalId: '1001' })
  const one = await shop.subscribe()
  await shop.change(one, watch('review_request'))
  clock.advance(200 * hour)
  await report(shop)
  clock.advance(200 * hour)
  await shop.send()
  expect(shop.push.received).toEqual([])

  clock.advance(41 * hour)
  await shop.send()
  await shop.send()

  expect(shop.messagesOf(one)).toMatchObject([
    { body: 'A review of your order 1001 helps other shoppers.' },
  ])
})

test('a repeated report of a shipment doesn’t put the review off', async () => {
  const shop = await openPushShop()
  const { clock, services } = shop.world
  await turnOn(shop, 'review_request')
  await storePurchase(services, shop.site, { externalId: '1001' })
  const one = await shop.subscribe()
  await shop.change(one, watch('review_request'))
  await report(shop)
  clock.advance(239 * hour)
  await report(shop)
  clock.advance(2 * hour)

  await shop.send()
  await shop.send()

  expect(shop.messagesOf(one)).toHaveLength(1)
})

test('who asked before a shipment was reported with the automation off hears of it once it is on', async () => {
  const shop = await openPushShop()
  const { clock, services } = shop.world
  await turnOn(shop, 'order_shipped')
  const one = await shop.subscribe()
  await shop.change(one, watch('order_shipped'))
  const late = { ...watch('order_shipped'), request: { kind: 'order_shipped', order: '1002' } }
  await shop.change(one, late)
  await turnOff(shop, 'order_shipped')
  await report(shop)
  await reportShipment(services, shop.site.scope, '1002')
  await turnOn(shop, 'order_shipped')

  await shop.send()

  expect(shop.messagesOf(one)).toHaveLength(2)
  clock.advance(hour)
  await shop.send()
  expect(shop.messagesOf(one)).toHaveLength(2)
})

test('asking again about an order whose shipment was reported too long ago is answered', async () => {
  const shop = await openPushShop()
  const { clock } = shop.world
  await turnOn(shop, 'order_shipped')
  const one = await shop.subscribe()
  await shop.change(one, watch('order_shipped'))
  await turnOff(shop, 'order_shipped')
  await report(shop)
  clock.advance(72 * hour)
  await turnOn(shop, 'order_shipped')
  await shop.send()
  expect(shop.push.received).toEqual([])

  await shop.change(one, watch('order_shipped'))
  await shop.send()

  expect(shop.messagesOf(one)).toHaveLength(1)
})

test('no review is asked for of an order that was canceled, or that the shop never reported', async () => {
  const shop = await openPushShop()
  const { clock, services } = shop.world
  await turnOn(shop, 'review_request')
  await storePurchase(services, shop.site, { externalId: '1001', state: 'cancelled' })
  const one = await shop.subscribe()
  await shop.change(one, watch('review_request'))
  const unknown = { ...watch('review_request'), request: { kind: 'review_request', order: '9' } }
  await shop.change(one, unknown)

  clock.advance(241 * hour)
  await shop.send()
  await shop.send()

  expect(shop.push.received).toEqual([])
  expect(await services.db.system.$count(pushWatches)).toBe(0)
})

test('shipments are kept for 90 days', async () => {
  const shop = await openPushShop()
  const { clock, services } = shop.world
  await report(shop)
  await sweepPushSends(services)
  expect(await services.db.system.$count(pushShipments)).toBe(1)

  clock.advance(91 * 24 * hour)
  await sweepPushSends(services)

  expect(await services.db.system.$count(pushShipments)).toBe(0)
})
