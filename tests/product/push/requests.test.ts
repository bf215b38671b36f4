/** Requests about a product last until they are answered (docs/decisions/0034-push.md). */
import { expect, test } from 'vitest'
import { defaultAutomations } from '#app/contract/push-settings.ts'
import { products } from '#app/db/schema/products.ts'
import { pushSends, pushWatches } from '#app/db/schema/push.ts'
import { changeAutomation } from '#app/domain/push/automations.server.ts'
import { setPushPaused } from '#app/domain/push/site-settings.server.ts'
import { openPushShop, type PushShop } from '../../support/push/push-world.ts'

const hour = 3_600_000
const request = {
  do: 'watch',
  request: { kind: 'back_in_stock', product: 'shirt' },
  consent: { wording: 'Notify me when it’s back' },
}

async function setStock({ world, site }: PushShop, stock: number) {
  const { teamId, siteId } = site.scope
  const row = {
    teamId,
    siteId,
    externalId: 'shirt',
    title: 'Linen shirt',
    stock,
    updatedAt: world.clock.now(),
  }
  await world.services.db.system
    .insert(products)
    .values(row)
    .onConflictDoUpdate({ target: [products.siteId, products.externalId], set: row })
}

/** A shop whose product is sold out, and a subscriber who waits for it. */
async function openWaiting() {
  const shop = await openPushShop()
  await changeAutomation(shop.world.services, shop.site.scope, {
    kind: 'back_in_stock',
    input: { ...defaultAutomations.back_in_stock, isOn: true },
  })
  await setStock(shop, 0)
  const one = await shop.subscribe()
  expect((await shop.change(one, request)).status).toBe(200)
  return { shop, one }
}

test('a product that came back while sending was paused is reported after the pause', async () => {
  const { shop, one } = await openWaiting()
  const { clock, services } = shop.world
  await setPushPaused(services, shop.site.scope, true)
  await setStock(shop, 3)
  await shop.send()
  expect(await services.db.system.$count(pushSends)).toBe(0)
  clock.advance(72 * hour)
  await setPushPaused(services, shop.site.scope, false)

  await shop.send()

  expect(shop.messagesOf(one)).toMatchObject([{ title: 'Linen shirt is back' }])
})

test('a message that ran out of time during a pause is stored again', async () => {
  const { shop, one } = await openWaiting()
  const { clock, services } = shop.world
  shop.push.behave({ status: 503 })
  await setStock(shop, 3)
  await shop.send()
  await setPushPaused(services, shop.site.scope, true)
  clock.advance(72 * hour)
  shop.push.behave(null)
  await setPushPaused(services, shop.site.scope, false)

  await shop.send()
  await shop.send()

  expect(shop.messagesOf(one)).toMatchObject([{ title: 'Linen shirt is back' }])
  expect(await services.db.system.$count(pushWatches)).toBe(0)
})

test('a request whose message was refused can be made again', async () => {
  const { shop, one } = await openWaiting()
  const { db } = shop.world.services
  shop.push.behave({ status: 400 })
  await setStock(shop, 3)
  await shop.send()
  shop.push.behave(null)
  await shop.send()
  expect(shop.push.received).toEqual([])
  await setStock(shop, 0)

  expect((await shop.change(one, request)).status).toBe(200)
  await setStock(shop, 2)
  await shop.send()

  expect(shop.messagesOf(one)).toHaveLength(1)
  expect(await db.system.$count(pushWatches)).toBe(0)
})
