/** Messages that wait, and those that no longer can be sent (docs/decisions/0034-push.md). */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '#app/db/schema/products.ts'
import { teams } from '#app/db/schema/ground.ts'
import { pushCounts, pushSends, pushServices, pushSubscriptions } from '#app/db/schema/push.ts'
import { changeAutomation } from '#app/domain/push/automations.server.ts'
import { defaultAutomations } from '#app/contract/push-settings.ts'
import { pauseCampaign, resumeCampaign } from '#app/domain/push/campaigns.server.ts'
import { settleSends } from '#app/domain/push/sending/settle-sends.server.ts'
import { sweepPushSends } from '#app/domain/push/sweep-sends.server.ts'
import { openPushShop, shopIn, turnOn, type PushShop } from '../../support/push/push-world.ts'

const hour = 3_600_000

const statesOf = async ({ world }: PushShop) =>
  (
    await world.services.db.system
      .select({ state: pushSends.state, reason: pushSends.reason })
      .from(pushSends)
      .orderBy(pushSends.id)
  ).map(({ state, reason }) => (reason === null ? state : `${state} ${reason}`))

async function withhold({ world, site }: PushShop) {
  const { services } = world
  await services.db.system
    .update(teams)
    .set({ planOverrides: { features: { push_nudges: false } } })
    .where(eq(teams.id, site.scope.teamId))
  services.siteCache.invalidate(site.uuid)
}

test('a throttled message waits for as long as it was asked to, and others don’t', async () => {
  const shop = await openPushShop()
  const all = [await shop.subscribe(), await shop.subscribe(), await shop.subscribe()]
  const [first, second, slow] = all
  if (!first || !second || !slow) throw new Error('No one subscribed.')
  shop.push.behave({ status: 429, headers: { 'Retry-After': '7200' } }, slow.path)

  await shop.start()
  await shop.send()
  await shop.start()
  await shop.send()
  expect(shop.messagesOf(first)).toHaveLength(2)
  expect(shop.messagesOf(second)).toHaveLength(2)
  shop.push.behave(null, slow.path)
  shop.world.clock.advance(1.5 * hour)
  await shop.send()
  expect(shop.messagesOf(slow)).toEqual([])
  shop.world.clock.advance(hour)
  await shop.send()

  expect(shop.messagesOf(slow)).toHaveLength(2)
})

test('one throttled site holds up another for seconds, and a service in trouble for a quarter of an hour at most', async () => {
  const shop = await openPushShop()
  const other = await shopIn(shop.world, shop.push)
  const [one, two] = [await shop.subscribe(), await other.subscribe()]
  shop.push.behave({ status: 429, headers: { 'Retry-After': '86400' } }, one.path)
  await shop.start()
  await shop.send()
  shop.world.clock.advance(10_000)
  await other.start()
  await other.send()
  expect(other.messagesOf(two)).toHaveLength(1)

  shop.push.behave({ status: 503, headers: { 'Retry-After': '86400' } })
  await other.start()
  await other.send()
  shop.push.behave(null)
  shop.world.clock.advance(16 * 60_000)
  const three = await other.subscribe()
  await other.start()
  await other.send()

  expect(other.messagesOf(three)).toHaveLength(1)
})

test('a lane that succeeds doesn’t end the rest that another one stored', async () => {
  const shop = await openPushShop()
  const { services, clock } = shop.world
  await shop.subscribe()
  const [{ host } = { host: '' }] = await services.db.system.select().from(pushServices)
  const restsUntil = new Date(clock.now().getTime() + 10 * 60_000)
  const rest = { host, failures: 2, restsUntil, status: 503 }

  await settleSends(services, [], rest)
  await settleSends(services, [], { host, failures: 0, restsUntil: null, status: null })

  const [row] = await services.db.system.select().from(pushServices)
  expect(row).toMatchObject({ failures: 2, restsUntil })
})

test('the second of two campaigns is sent when the first one failed in the same batch', async () => {
  const shop = await openPushShop({ perDay: 1, perWeek: 1 })
  const one = await shop.subscribe({ timeZone: 'UTC' })
  const sendAt = new Date(shop.world.clock.now().getTime() + hour).toISOString().slice(0, 16)
  await shop.start({ sendAt })
  await shop.start({ sendAt })
  await shop.send()
  shop.push.behave({ status: 400 }, one.path)
  // Both are claimed together.
  shop.world.clock.advance(hour)
  await shop.send()
  expect(await statesOf(shop)).toEqual(['failed refused', 'waiting'])
  shop.push.behave(null, one.path)
  shop.world.clock.advance(hour)
  await shop.send()

  expect(await statesOf(shop)).toEqual(['failed refused', 'accepted'])
})

test('without its plan, a site’s campaigns and automations end, and no one can subscribe', async () => {
  const shop = await openPushShop()
  const { services } = shop.world
  const one = await shop.subscribe()
  const uuid = await shop.start()
  await pauseCampaign(services, shop.site.scope, uuid)
  await shop.start()
  await withhold(shop)

  await shop.send()
  const resumed = resumeCampaign(services, shop.site.scope, uuid)
  const late = shop.subscribe()

  await expect(resumed).rejects.toMatchObject({ code: 'not_on_plan' })
  await expect(late).rejects.toThrow('This site doesn’t offer these messages.')
  expect(shop.messagesOf(one)).toEqual([])
  expect(await statesOf(shop)).toEqual(['skipped limit'])
})

/** A product of the shop that is sold out or in stock. */
async function setStock({ world, site }: PushShop, stock: number) {
  const { teamId, siteId } = site.scope
  const updatedAt = world.clock.now()
  const row = { teamId, siteId, externalId: 'shirt', title: 'Shirt', stock, updatedAt }
  await world.services.db.system
    .insert(products)
    .values({ ...row, url: 'https://feeds.example/shirt' })
    .onConflictDoUpdate({ target: [products.siteId, products.externalId], set: row })
}

const watch = {
  do: 'watch',
  request: { kind: 'back_in_stock', product: 'shirt' },
  consent: { wording: 'Notify me' },
}

test('a product that sells out again before its message counts as none', async () => {
  const shop = await openPushShop({ quietFrom: '00:00', quietUntil: '23:59' })
  await turnOn(shop, 'back_in_stock')
  await setStock(shop, 0)
  const one = await shop.subscribe({ timeZone: 'UTC' })
  await shop.change(one, watch)
  await setStock(shop, 2)
  await shop.send()
  await setStock(shop, 0)
  const toNight = 24 * hour - (shop.world.clock.now().getTime() % (24 * hour)) - 30_000
  shop.world.clock.advance(toNight)
  await shop.send()
  expect(await shop.world.services.db.system.$count(pushCounts)).toBe(0)

  await setStock(shop, 2)
  await shop.send()

  // The product's page is on another host, where a worker opens none.
  expect(shop.messagesOf(one)).toMatchObject([{ url: `${shop.site.url}/` }])
  expect(await shop.world.services.db.system.select().from(pushCounts)).toMatchObject([
    { sends: 1, accepted: 1, skipped: 0 },
  ])
})

test('a message of an automation that is turned off doesn’t wait for ever, and its request does', async () => {
  const shop = await openPushShop()
  const { services } = shop.world
  await turnOn(shop, 'back_in_stock')
  await setStock(shop, 0)
  const one = await shop.subscribe()
  await shop.change(one, watch)
  shop.push.behave({ status: 503 })
  await setStock(shop, 2)
  await shop.send()
  shop.push.behave(null)
  await changeAutomation(services, shop.site.scope, {
    kind: 'back_in_stock',
    input: defaultAutomations.back_in_stock,
  })
  shop.world.clock.advance(30 * hour)
  await shop.send()
  expect(await services.db.system.$count(pushSends)).toBe(0)

  await turnOn(shop, 'back_in_stock')
  await shop.send()

  expect(shop.messagesOf(one)).toHaveLength(1)
})

test('hosts of a known service are one service, which goes when no one has it', async () => {
  const shop = await openPushShop()
  const { db } = shop.world.services
  const host = (name: string) => `https://${name}/wpush/v2/x`
  await shop.subscribe({ endpoint: host('x1.push.apple.com') })
  await shop.subscribe({ endpoint: host('x2.push.apple.com') })
  const other = await shop.subscribe({ endpoint: host('fcm.googleapis.com') })
  await shop.change(other, { do: 'unsubscribe' })

  await sweepPushSends(shop.world.services)

  const services = await db.system
    .select({ service: pushSubscriptions.service })
    .from(pushSubscriptions)
  expect(services).toEqual([{ service: 'push.apple.com' }, { service: 'push.apple.com' }])
  const known = await db.system.select({ host: pushServices.host }).from(pushServices)
  expect(known).toEqual([{ host: 'push.apple.com' }])
})
