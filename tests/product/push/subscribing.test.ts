/** How browsers subscribe, change their choice and leave (docs/threats.md T96, T97). */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pushKeys, pushSubscriptions, pushWatches } from '#app/db/schema/push.ts'
import { replacePushKey } from '#app/domain/push/site-settings.server.ts'
import { createPushToken } from '#app/domain/push/tokens.server.ts'
import { bodyOf, consent, openPushShop, shopIn } from '../../support/push/push-world.ts'

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
  const { world, subscribe, change } = await openPushShop()
  const one = await subscribe()
  const kinds = ['news', 'abandoned_cart']

  const without = await change(one, { do: 'choose', kinds })
  const asked = await change(one, { do: 'choose', kinds, consent: { wording: 'Remind me.' } })
  const cart = { do: 'cart', products: [], page: '/cart' }
  const agreed = await change(one, cart)
  await change(one, { do: 'choose', kinds: ['news'] })
  const refused = await change(one, cart)

  expect([without, asked, agreed, refused].map(({ status }) => status)).toEqual([
    422, 200, 200, 422,
  ])
  const [row] = await world.services.db.system.select().from(pushSubscriptions)
  expect(row?.consentWords).toBe('Remind me.')
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
