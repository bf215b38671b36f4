import { randomUUID } from 'node:crypto'
import { callEarly } from './page-calls.ts'
import { expect, nudgeOf, payloadOf, purchaseItem, test } from './shop-test.ts'
import { sendAll } from './time.ts'

const nowSeconds = () => Math.floor(Date.now() / 1000)

test('a visitor who ordered doesn’t see their order', async ({ shop }) => {
  const visitorOrder = purchaseItem({ title: 'Mia in Lyon', at: nowSeconds() - 20 })
  const other = purchaseItem({ title: 'Tom from Lille', at: nowSeconds() - 7200 })
  shop.site.payload = payloadOf([nudgeOf({ items: [visitorOrder, other] })])
  await callEarly(shop.page, ['goal', randomUUID(), { order: '1001' }])

  await shop.open()

  await expect(shop.nudge).toContainText('Tom from Lille')
  await expect
    .poll(async () => {
      await sendAll(shop.page)
      return shop.site.events.flatMap((event) => ('claim' in event ? [event.claim] : []))
    })
    .toEqual([other.claim])
})

test('a visitor who made the only order sees nothing, and the reason is sent', async ({ shop }) => {
  const visitorOrder = purchaseItem({ at: nowSeconds() - 20 })
  shop.site.payload = payloadOf([nudgeOf({ items: [visitorOrder] })])
  await callEarly(shop.page, ['goal', randomUUID(), { order: '1001' }])

  await shop.open()

  await expect
    .poll(async () => {
      await sendAll(shop.page)
      return shop.site.events.filter(({ type }) => type === 'not_shown')
    })
    .toMatchObject([{ reason: 'seen' }])
  await expect(shop.nudge).toHaveCount(0)
})

test('a product’s page shows its own reviews, and none of another product', async ({ shop }) => {
  const items = [
    purchaseItem({ title: 'Of the pot', page: '/pot' }),
    purchaseItem({ title: 'Of this one', page: '/product' }),
  ]
  shop.site.payload = payloadOf([nudgeOf({ type: 'review', items })])

  await shop.open()

  await expect(shop.nudge).toContainText('Of this one')
})

test('where all reviews are of other products nothing shows, and the reason is sent', async ({
  shop,
}) => {
  const review = nudgeOf({ type: 'review', items: [purchaseItem({ page: '/pot' })] })
  shop.site.payload = payloadOf([review])
  await callEarly(shop.page, ['set', { product: { id: '7' } }])

  await shop.open()

  await expect
    .poll(async () => {
      await sendAll(shop.page)
      return shop.site.events.filter(({ type }) => type === 'not_shown')
    })
    .toMatchObject([{ nudge: review.id, reason: 'page_rule' }])
  await expect(shop.nudge).toHaveCount(0)
})
