/** How browsers subscribe, change their choice and leave (docs/threats.md T96, T97). */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { defaultPrompt } from '#app/contract/push-settings.ts'
import { pushDays, pushKeys, pushSubscriptions, pushWatches } from '#app/db/schema/push.ts'
import { replacePushKey, savePrompt } from '#app/domain/push/site-settings.server.ts'
import { createPushToken } from '#app/domain/push/tokens.server.ts'
import { bodyOf, consent, openPushShop, shopIn, turnOn } from '../../support/push/push-world.ts'

test('a browser subscribes once, with the words and the moment of its consent', async () => {
  const { world, site, push, key, post, subscriptionsPath } = await openPushShop()
  const { services, clock } = world
  const browser = push.subscribe(key)

  const first = await post(subscriptionsPath, bodyOf(browser))
  const again = await post(subscriptionsPath, { ...bodyOf(browser), language: 'nl' })

  expect([first.status, again.status]).toEqual([201, 200])
  const answer = (await first.json()) as { id: string; token: string }
  expect(await again.json()).toMatchObject({ id: answer.id, kinds: ['news'] })
  const rows = await services.db.system.select().from(pushSubscriptions)
  expect(rows).toMatchObject([
    {
      siteId: site.scope.siteId,
      uuid: answer.id,
      consentWords: consent.wording,
      consentAt: clock.now(),
      consentPage: '/linen',
      language: 'nl',
      kinds: ['news'],
    },
  ])
  // Neither the endpoint nor the keys are readable in the database.
  const stored = JSON.stringify(rows)
  expect(stored).not.toContain(new URL(browser.endpoint).pathname)
  expect(rows[0]?.address.toString('latin1')).not.toContain('wpush')
})

test.each([
  ['no consent', { consent: undefined }, 'consent'],
  ['consent without words', { consent: { wording: ' ' } }, 'consent.wording'],
  ['no kind', { kinds: [] }, 'kinds'],
  ['an unknown kind', { kinds: ['spam'] }, 'kinds.0'],
  ['a private host', { endpoint: 'https://10.0.0.7/push' }, 'endpoint'],
  ['this machine', { endpoint: 'https://127.0.0.1/push' }, 'endpoint'],
  ['an unknown host', { endpoint: 'https://collector.example/push' }, 'endpoint'],
  ['a host that ends alike', { endpoint: 'https://evilnotify.windows.com.example/x' }, 'endpoint'],
  ['no https', { endpoint: 'http://fcm.googleapis.com/fcm/send/x' }, 'endpoint'],
  ['another port', { endpoint: 'https://fcm.googleapis.com:8443/fcm/send/x' }, 'endpoint'],
  ['a login', { endpoint: 'https://a:b@fcm.googleapis.com/fcm/send/x' }, 'endpoint'],
  ['a short key', { keys: { p256dh: 'AAAA', auth: 'AAAA' } }, 'keys.p256dh'],
  [
    'a key that is no point',
    { keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: 'A'.repeat(22) } },
    'keys.p256dh',
  ],
  ['no zone', { timeZone: 'Mars/Base' }, 'timeZone'],
  ['an unknown field', { email: 'a@b.example' }, 'email'],
  ['a page elsewhere', { page: 'https://elsewhere.example/' }, 'page'],
])('%s is refused with a sentence', async (_name, change, field) => {
  const { world, push, key, post, subscriptionsPath } = await openPushShop()

  const response = await post(subscriptionsPath, { ...bodyOf(push.subscribe(key)), ...change })

  expect(response.status).toBe(422)
  const { errors } = (await response.json()) as { errors: Record<string, string[]> }
  expect(Object.keys(errors)).toContain(field)
  expect(errors[field]?.[0]).toMatch(/[.]$/)
  expect(await world.services.db.system.$count(pushSubscriptions)).toBe(0)
})

test('only pages of the site can subscribe, with a key of the site', async () => {
  const shop = await openPushShop()
  const other = await shopIn(shop.world, shop.push)
  const { push, key, post, subscriptionsPath } = shop
  const body = bodyOf(push.subscribe(key))

  const elsewhere = await post(subscriptionsPath, body, { Origin: 'https://elsewhere.example' })
  const without = await post(subscriptionsPath, body, { Origin: 'null' })
  const foreign = await post(subscriptionsPath, bodyOf(push.subscribe(other.key)))
  const unknown = await post(`/api/push/${crypto.randomUUID()}/subscriptions`, body)
  const broken = await post(subscriptionsPath, '{')
  const large = await post(subscriptionsPath, { ...body, page: `/${'x'.repeat(9_000)}` })

  const statuses = [elsewhere, without, foreign, unknown, broken, large].map(({ status }) => status)
  expect(statuses).toEqual([403, 403, 422, 404, 400, 413])
})

test('a token opens its own subscription alone, and ends with it', async () => {
  const shop = await openPushShop()
  const other = await shopIn(shop.world, shop.push)
  const one = await shop.subscribe()
  const two = await shop.subscribe()
  const foreign = await other.subscribe()
  const choose = { do: 'choose', kinds: ['news'] }

  const statuses = [
    await shop.change({ ...one, token: two.token }, choose),
    await shop.change({ ...one, token: foreign.token }, choose),
    await shop.change(foreign, choose),
    await shop.change({ ...one, token: 'made up' }, choose),
    await shop.change({ ...one, token: `${one.token}A` }, choose),
    await shop.change(one, choose),
    await shop.change(one, { do: 'unsubscribe' }),
    await shop.change(one, choose),
  ].map(({ status }) => status)

  expect(statuses).toEqual([404, 404, 404, 404, 404, 200, 200, 404])
  const { db, security } = shop.world.services
  expect(await db.system.$count(pushSubscriptions)).toBe(2)
  const made = createPushToken(security.secrets, { subscription: one.id, send: null })
  expect((await shop.change({ ...one, token: made }, choose)).status).toBe(404)
})

test('a kind that is new needs the words of its consent', async () => {
  const shop = await openPushShop()
  await turnOn(shop, 'price_drop')
  const one = await shop.subscribe()
  const kinds = ['news', 'price_drop']

  const without = await shop.change(one, { do: 'choose', kinds })
  const agreed = await shop.change(one, {
    do: 'choose',
    kinds,
    consent: { wording: 'Yes, prices.' },
  })

  expect([without, agreed].map(({ status }) => status)).toEqual([422, 200])
  const [row] = await shop.world.services.db.system.select().from(pushSubscriptions)
  expect(row?.consentWords).toBe('Yes, prices.')
})

test('reminders about the cart have a consent to themselves, and its words', async () => {
  const shop = await openPushShop()
  await turnOn(shop, 'abandoned_cart')
  const one = await shop.subscribe()
  const cart = { do: 'cart', products: ['shirt'], page: '/cart' }
  const asking = { wording: 'Remind me about my cart' }
  const both = ['news', 'abandoned_cart']
  const browser = shop.push.subscribe(shop.key)

  const statuses = [
    await shop.change(one, cart),
    await shop.change(one, { do: 'choose', kinds: both, consent: asking }),
    await shop.post(shop.subscriptionsPath, { ...bodyOf(browser), kinds: both }),
    await shop.change(one, { ...cart, consent: asking }),
    await shop.change(one, cart),
  ].map(({ status }) => status)

  expect(statuses).toEqual([422, 422, 422, 200, 200])
  const { db } = shop.world.services
  expect(await db.system.select().from(pushSubscriptions)).toMatchObject([
    { kinds: both, consentWords: consent.wording, cartWords: asking.wording },
  ])
  await shop.change(one, { do: 'choose', kinds: ['news'] })
  expect((await shop.change(one, cart)).status).toBe(422)
  expect(await db.system.select().from(pushSubscriptions)).toMatchObject([{ cartWords: null }])
  expect(await db.system.$count(pushWatches)).toBe(0)
})

test('a site is asked for no kind that it doesn’t offer, and subscribers keep those they have', async () => {
  const shop = await openPushShop()
  const { services } = shop.world
  const one = await shop.subscribe()
  const body = () => bodyOf(shop.push.subscribe(shop.key))
  const unoffered = await shop.post(shop.subscriptionsPath, { ...body(), kinds: ['price_drop'] })
  await savePrompt(services, shop.site.scope, { ...defaultPrompt, isShown: false })

  const late = await shop.post(shop.subscriptionsPath, body())
  const kept = await shop.post(shop.subscriptionsPath, bodyOf(one.browser))

  expect([unoffered, late, kept].map(({ status }) => status)).toEqual([422, 422, 200])
  expect(await late.json()).toMatchObject({
    errors: { kinds: ['This site doesn’t offer these messages.'] },
  })
})

test('a browser that subscribes again keeps its kinds, and a request leaves the words of news', async () => {
  const shop = await openPushShop()
  await turnOn(shop, 'order_shipped')
  const one = await shop.subscribe()
  const request = { kind: 'order_shipped', order: '1001' }
  const wording = 'Notify me when it ships'

  const again = await shop.post(shop.subscriptionsPath, {
    ...bodyOf(one.browser),
    kinds: ['order_shipped'],
    consent: { wording },
    request,
  })

  expect(await again.json()).toMatchObject({ id: one.id, kinds: ['news', 'order_shipped'] })
  const { db } = shop.world.services
  expect(await db.system.select().from(pushSubscriptions)).toMatchObject([
    { consentWords: consent.wording },
  ])
  expect(await db.system.select().from(pushWatches)).toMatchObject([{ words: wording }])
})

test('two tabs that subscribe a browser in the same moment share its subscription', async () => {
  const shop = await openPushShop()
  const body = bodyOf(shop.push.subscribe(shop.key))

  const answers = await Promise.all([
    shop.post(shop.subscriptionsPath, body),
    shop.post(shop.subscriptionsPath, body),
  ])

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
  const ids = await Promise.all(
    answers.map(async (one) => ((await one.json()) as { id: string }).id),
  )
  expect(new Set(ids).size).toBe(1)
  expect(await shop.world.services.db.system.$count(pushSubscriptions)).toBe(1)
})

test('a subscription takes over the kinds and requests of a newer one of its browser', async () => {
  const shop = await openPushShop()
  await turnOn(shop, 'order_shipped')
  const [one, newer] = [
    await shop.subscribe(),
    await shop.subscribe({
      kinds: ['order_shipped'],
      request: { kind: 'order_shipped', order: '1001' },
    }),
  ]
  const { endpoint, keys, key } = newer.browser

  const answer = await shop.change(one, { do: 'replace', endpoint, keys, key })

  expect(await answer.json()).toEqual({
    kinds: ['news', 'order_shipped'],
    watches: [{ kind: 'order_shipped', order: '1001' }],
  })
  const { db } = shop.world.services
  expect(await db.system.select().from(pushSubscriptions)).toMatchObject([{ uuid: one.id }])
  const [day] = await db.system.select().from(pushDays)
  expect(day).toMatchObject({ subscribed: 2, unsubscribed: 1 })
})

test('the words of a newer subscription’s cart go on with its reminders, and so does its visitor', async () => {
  const shop = await openPushShop()
  await turnOn(shop, 'abandoned_cart')
  const [one, newer] = [
    await shop.subscribe(),
    await shop.subscribe({ visitor: 'a2b1c9d8e7f6a5b4' }),
  ]
  const consent = { wording: 'Remind me about my cart' }
  await shop.change(newer, { do: 'cart', products: ['shirt'], page: '/cart', consent })
  const { db } = shop.world.services
  const [, before] = await db.system.select().from(pushSubscriptions).orderBy(pushSubscriptions.id)
  const { endpoint, keys, key } = newer.browser

  await shop.change(one, { do: 'replace', endpoint, keys, key })

  const rows = await db.system.select().from(pushSubscriptions)
  const { cartAt, visitor } = before ?? {}
  expect(visitor).toBeInstanceOf(Buffer)
  expect(rows).toMatchObject([{ uuid: one.id, cartWords: consent.wording, cartAt, visitor }])
})

test('without any kind the subscription ends, with all it has', async () => {
  const { world, subscribe, change } = await openPushShop()
  const one = await subscribe()

  const answer = await change(one, { do: 'choose', kinds: [] })

  expect(await answer.json()).toEqual({ kinds: [], watches: [] })
  expect(await world.services.db.system.$count(pushSubscriptions)).toBe(0)
  expect(await world.services.db.system.$count(pushWatches)).toBe(0)
})

test('a browser’s new subscription replaces the old one', async () => {
  const { world, site, push, subscribe, change } = await openPushShop()
  const one = await subscribe()
  await replacePushKey(world.services, site.scope)
  const [current] = await world.services.db.system
    .select()
    .from(pushKeys)
    .orderBy(pushKeys.id)
    .offset(1)
  const { endpoint, keys, key } = push.subscribe(current?.publicKey ?? '')

  const answer = await change(one, { do: 'replace', endpoint, keys, key })

  expect(answer.status).toBe(200)
  const rows = await world.services.db.system
    .select({ keyId: pushSubscriptions.keyId })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.uuid, one.id))
  expect(rows).toEqual([{ keyId: current?.id }])
})
