/** Numbers of orders that subscribers reported go with the person, and are in their export. */
import { expect, test } from 'vitest'
import { goalInput } from '#app/contract/goals.ts'
import { pushOrders, pushShipments, pushSubscriptions } from '#app/db/schema/push.ts'
import { fingerprintOfEmail } from '#app/domain/activities/email-fingerprint.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { eraseShopper } from '#app/domain/lifecycle/erase-shopper.server.ts'
import { exportShopperByConsentId } from '#app/domain/lifecycle/export-shopper.server.ts'
import { reportShipment } from '#app/domain/push/requests/shipments.server.ts'
import { storePurchase } from '../../support/purchases.ts'
import { openPushShop } from '../../support/push/push-world.ts'

async function openOrders(wanted: Record<string, unknown> = {}) {
  const shop = await openPushShop()
  const { services } = shop.world
  const { uuid: goal } = await createGoal(
    services,
    shop.site.scope,
    goalInput.parse({ name: 'Order', kind: 'order' }),
  )
  const one = await shop.subscribe(wanted)
  await shop.start()
  await shop.send()
  for (const order of ['1001', '1002']) await shop.change(one, { do: 'reached', goal, order })
  return { shop, services }
}

test('an erased buyer’s order has no number left, and who reported it stays subscribed', async () => {
  const { shop, services } = await openOrders()
  const emailHash = fingerprintOfEmail(services.security.secrets, 'anna@shopper.example')
  await storePurchase(services, shop.site, { externalId: '1001', emailHash })
  for (const order of ['1001', '1002']) await reportShipment(services, shop.site.scope, order)

  await eraseShopper(services, 'anna@shopper.example')

  const { system } = services.db
  expect(await system.select({ order: pushOrders.order }).from(pushOrders)).toEqual([
    { order: '1002' },
  ])
  expect(await system.select({ order: pushShipments.order }).from(pushShipments)).toEqual([
    { order: '1002' },
  ])
  expect(await system.$count(pushSubscriptions)).toBe(1)
})

test('an export has a subscriber’s orders, and when they reached a goal', async () => {
  const visitor = 'a2b1c9d8e7f6a5b4'
  const { services } = await openOrders({ visitor })
  const rows: Record<string, unknown>[] = []

  await exportShopperByConsentId(services, visitor, (_table, row) => {
    rows.push(row)
    return Promise.resolve()
  })

  expect(rows).toMatchObject([
    {
      orders: [{ order: '1001' }, { order: '1002' }],
      messages: [{ converted_at: expect.any(String) as unknown }],
    },
  ])
})
