/** One visitor's or owner's value holds up no other's messages (docs/decisions/0034-push.md). */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { defaultAutomations } from '#app/contract/push-settings.ts'
import { products } from '#app/db/schema/products.ts'
import { pushMessages, pushSends, pushSubscriptions, pushWatches } from '#app/db/schema/push.ts'
import { changeAutomation } from '#app/domain/push/automations.server.ts'
import { openPushShop, shopIn, type PushShop } from '../../support/push/push-world.ts'

const statesOf = ({ world, site }: PushShop) =>
  world.services.db.system
    .select({ state: pushSends.state, reason: pushSends.reason })
    .from(pushSends)
    .where(eq(pushSends.siteId, site.scope.siteId))
    .orderBy(pushSends.id)

async function addProduct({ world, site }: PushShop, priceCents: number) {
  const { teamId, siteId } = site.scope
  const row = {
    teamId,
    siteId,
    externalId: 'shirt',
    title: 'Linen shirt',
    priceCents,
    currency: 'EUR',
    stock: 3,
    updatedAt: world.clock.now(),
  }
  await world.services.db.system
    .insert(products)
    .values(row)
    .onConflictDoUpdate({ target: [products.siteId, products.externalId], set: row })
}

test.each(['0026-12-01T09:00', '9999-12-31T09:00', '2031-02-31T09:00', '2031-13-01T09:00'])(
  'a campaign at %s is refused',
  async (sendAt) => {
    const shop = await openPushShop()

    await expect(shop.start({ sendAt })).rejects.toMatchObject({
      code: 'invalid',
    })
  },
)

test('a stored campaign without a readable time is stopped, and others are sent', async () => {
  const shop = await openPushShop()
  const one = await shop.subscribe()
  const unreadable = await shop.start()
  const { db } = shop.world.services
  await db.system.update(pushMessages).set({ sendAt: '9999-12-31T09:00' })
  await shop.start()

  await shop.send()

  expect(shop.messagesOf(one)).toHaveLength(1)
  const [row] = await db.system
    .select({ state: pushMessages.state })
    .from(pushMessages)
    .where(eq(pushMessages.uuid, unreadable))
  expect(row?.state).toBe('stopped')
  expect(shop.world.takeErrors()).toHaveLength(1)
})

test.each([
  ['zh-cn-hans', 'zh'],
  ['en-ab1', 'en'],
  ['pt-br', 'pt-BR'],
])('a page’s language %s is stored as %s', async (language, stored) => {
  const shop = await openPushShop()

  await shop.subscribe({ language })

  const [row] = await shop.world.services.db.system
    .select({ language: pushSubscriptions.language })
    .from(pushSubscriptions)
  expect(row?.language).toBe(stored)
})

test('a price is written in English for a stored language that isn’t one', async () => {
  const shop = await openPushShop()
  await changeAutomation(shop.world.services, shop.site.scope, {
    kind: 'price_drop',
    input: { ...defaultAutomations.price_drop, isOn: true },
  })
  await addProduct(shop, 5_000)
  const one = await shop.subscribe()
  const request = { kind: 'price_drop', product: 'shirt' }
  await shop.change(one, { do: 'watch', request, consent: { wording: 'Send me lower prices' } })
  await shop.world.services.db.system.update(pushSubscriptions).set({ language: 'en-12' })
  await addProduct(shop, 4_000)

  await shop.send()

  expect(shop.messagesOf(one)).toMatchObject([{ title: 'Linen shirt now costs €40.00' }])
})

test.each(['//', '//[', '/\\[', '//other.example/cart'])(
  'a cart’s page %s is refused',
  async (page) => {
    const shop = await openPushShop()
    const one = await shop.subscribe({ kinds: ['abandoned_cart'] })

    const response = await shop.change(one, { do: 'cart', products: ['shirt'], page })

    expect(response.status).toBe(422)
  },
)

test.each(['//', '//[', '//other.example', 'https://other.example/sale'])(
  'an automation that opens %s is refused',
  async (url) => {
    const { world, site } = await openPushShop()
    const { content } = defaultAutomations.back_in_stock
    const input = { isOn: true, content: { ...content, url } }

    await expect(
      changeAutomation(world.services, site.scope, { kind: 'back_in_stock', input }),
    ).rejects.toMatchObject({ code: 'invalid' })
  },
)

test('a stored page that can’t be opened fails its message, and other sites’ messages are sent', async () => {
  const shop = await openPushShop()
  const other = await shopIn(shop.world, shop.push)
  const { db } = shop.world.services
  await changeAutomation(shop.world.services, shop.site.scope, {
    kind: 'abandoned_cart',
    input: { ...defaultAutomations.abandoned_cart, isOn: true },
  })
  await addProduct(shop, 5_000)
  const one = await shop.subscribe({ kinds: ['abandoned_cart'] })
  await shop.change(one, { do: 'cart', products: ['shirt'], page: '/cart' })
  await db.system.update(pushWatches).set({ page: '//[' })
  shop.world.clock.advance(5 * 3_600_000)
  const kept = await other.subscribe()
  await other.start()

  await shop.send()

  expect(other.messagesOf(kept)).toHaveLength(1)
  expect(await statesOf(shop)).toEqual([{ state: 'failed', reason: 'refused' }])
  expect(shop.world.takeErrors()).toHaveLength(1)
})

test('a subscription that can’t be decrypted holds up no other', async () => {
  const shop = await openPushShop()
  const [first, kept] = [await shop.subscribe(), await shop.subscribe()]
  const { db } = shop.world.services
  const [sealed] = await db.system
    .select({ address: pushSubscriptions.address })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.uuid, kept.id))
  if (!sealed) throw new Error('The subscription has no address.')
  await db.system.update(pushSubscriptions).set(sealed).where(eq(pushSubscriptions.uuid, first.id))
  await shop.start()

  await shop.send()

  expect(shop.messagesOf(kept)).toHaveLength(1)
  expect((await statesOf(shop)).map(({ state }) => state)).toEqual(['sending', 'accepted'])
  expect(shop.world.takeErrors()).toHaveLength(1)
})
