/**
 * Refusals and rare answers that services publish, met by the adapters that they once broke. The double or
 * the adapter that each is about names its source.
 */
import { expect, test } from 'vitest'
import { BadRecord, ConnectionLost, type TryLater } from '#app/lib/web/provider-errors.ts'
import type { BatteryCase } from '#tests/integrations/battery-case.ts'
import { connect, failureOf, pullAll, storedDelivery } from '#tests/integrations/callers.ts'
import { activeCampaign as activeCampaignCase } from '#tests/integrations/cases/active-campaign.ts'
import { bigcommerce as bigcommerceCase } from '#tests/integrations/cases/bigcommerce.ts'
import { eventbrite as eventbriteCase } from '#tests/integrations/cases/eventbrite.ts'
import { mailchimp as mailchimpCase } from '#tests/integrations/cases/mailchimp.ts'
import { paypal as paypalCase } from '#tests/integrations/cases/paypal.ts'
import { prestashop as prestashopCase } from '#tests/integrations/cases/prestashop.ts'
import { shopify as shopifyCase } from '#tests/integrations/cases/shopify.ts'
import { stripe as stripeCase } from '#tests/integrations/cases/stripe.ts'
import { wix as wixCase } from '#tests/integrations/cases/wix.ts'
import { wordpress as wordpressCase } from '#tests/integrations/cases/wordpress.ts'
import mailchimpPayload from '#tests/payloads/services/mailchimp.json' with { type: 'json' }
import paypalPayload from '#tests/payloads/services/paypal.json' with { type: 'json' }
import wixPayload from '#tests/payloads/services/wix.json' with { type: 'json' }
import { createClock } from '#tests/support/clock.ts'
import { formText } from '#tests/integrations/form-text.ts'
import type { PayPalServer } from '#workshop/doubles/shops/paypal-server.ts'
import type { StripeServer } from '#workshop/doubles/shops/stripe-server.ts'
import type { WooServer } from '#workshop/doubles/shops/woo-server.ts'
import type { AnyIntegration } from '../integration.ts'
import { WrongSetting } from '../kit/wrong-setting.ts'
import { recordRows } from '../kit/listed-rows.ts'
import { productRecord as prestashopProduct } from '../records/prestashop.ts'
import { member, memberRecord } from '../records/mailchimp.ts'
import { order as wixOrder, orderRecord as wixRecord } from '../records/wix.ts'
import { productRecord as wooProduct, productShape } from '../records/woocommerce.ts'
import { activeCampaign } from './active-campaign.ts'
import { bigcommerce } from './bigcommerce.ts'
import { eventbrite } from './eventbrite.ts'
import { mailchimp } from './mailchimp.ts'
import { paypal } from './paypal.ts'
import { prestashop } from './prestashop.ts'
import { shopify } from './shopify.ts'
import { stripe } from './stripe.ts'
import { wix } from './wix.ts'
import { wordpress } from './wordpress.ts'

const connected = (integration: AnyIntegration, one: BatteryCase) =>
  connect(integration, one, { clock: createClock() })

test('Stripe: past payments with Checkout come with what was bought', async () => {
  const { world, caller } = await connected(stripe, stripeCase)
  const { session } = await (world.double as StripeServer).checkOut()

  const { records } = await pullAll(stripe, caller, null)

  expect(
    records.filter((one) => 'id' in one && one.id === session['payment_intent']),
  ).toMatchObject([{ items: [{ title: 'Oak tray' }] }, { items: [{ title: 'Oak tray' }] }])
  const depths = world.double.seen.flatMap(({ query }) =>
    query.getAll('expand[]').map((path) => path.split('.').length),
  )
  expect(Math.max(...depths)).toBeLessThanOrEqual(4)
})

test('PayPal: a webhook that has the event types already stays as it is', async () => {
  const { caller, subscription } = await connected(paypal, paypalCase)

  expect(await paypal.subscribe?.(caller())).toEqual(subscription)
})

test('PayPal: a webhook with other event types gets ours', async () => {
  const { world, caller, subscription } = await connected(paypal, paypalCase)
  world.double.answers.set('GET /v1/notifications/webhooks', {
    webhooks: [{ id: subscription['webhook'], url: caller().hookUrl, event_types: [] }],
  })

  expect(await paypal.subscribe?.(caller())).toEqual(subscription)
  expect(world.double.seen.map(({ method }) => method)).toContain('PATCH')
})

test('PayPal: the owner of an app with ten webhooks learns that', async () => {
  const { world, caller } = await connected(paypal, paypalCase)
  const double = world.double as PayPalServer
  double.webhooks.clear()
  for (let nth = 0; nth < 10; nth += 1)
    double.webhooks.set(`WH-${String(nth)}`, `https://x/${String(nth)}`)

  const failure = await failureOf(() => paypal.subscribe?.(caller()))

  expect(failure).toBeInstanceOf(WrongSetting)
  expect((failure as WrongSetting).sentence).toContain('ten webhooks')
})

test('PayPal: a payment of another app can’t be read, and ends nothing', async () => {
  const { world, caller } = await connected(paypal, paypalCase)
  world.double.failBy(({ path }) =>
    path.startsWith('/v2/') ? { status: 403, json: { name: 'NOT_AUTHORIZED' } } : undefined,
  )
  const read = (event: { event_type: string }) =>
    paypal.receive?.read(
      storedDelivery(event.event_type, JSON.stringify(event), new Date(0)),
      caller(),
    )

  expect(await failureOf(() => read(paypalPayload.capture_refunded))).toBeInstanceOf(BadRecord)
  expect(await read(paypalPayload.capture_completed)).toMatchObject([{ state: 'confirmed' }])

  // Any other refusal may be about the access itself.
  world.double.failBy(({ path }) =>
    path.startsWith('/v2/') ? { status: 403, json: { name: 'PERMISSION_DENIED' } } : undefined,
  )
  expect(await failureOf(() => read(paypalPayload.capture_refunded))).toBeInstanceOf(ConnectionLost)
})

test.each([
  [
    {
      paypal: {
        email_address: 'a@b.example',
        name: { given_name: 'Ada' },
        address: { country_code: 'NL' },
      },
    },
    { first_name: 'Ada', email: 'a@b.example', country: 'NL' },
  ],
  [{ venmo: { email_address: 'a@b.example', name: { given_name: 'Ada' } } }, { first_name: 'Ada' }],
  [{ card: { name: 'Ada Lovelace' } }, { first_name: 'Ada', email: null }],
])('PayPal: the buyer of %j is known', async (source, person) => {
  const { world, caller } = await connected(paypal, paypalCase)
  const order = { id: paypalPayload.order.id, payment_source: source, purchase_units: [] }
  world.double.answers.set(`GET /v2/checkout/orders/${order.id}`, order)
  const event = paypalPayload.capture_completed

  const records = await paypal.receive?.read(
    storedDelivery(event.event_type, JSON.stringify(event), new Date(0)),
    caller(),
  )

  expect(records).toMatchObject([{ person }])
})

test('WooCommerce: webhooks that were deleted at the shop are created again', async () => {
  const { world, caller, subscription } = await connected(wordpress, wordpressCase)
  const double = world.double as WooServer
  double.hooks.clear()

  const again = await wordpress.subscribe?.(caller())

  expect(double.hooks.size).toBe(Object.keys(subscription).length)
  expect(Object.values(again ?? {})).toEqual([...double.hooks.keys()].map(String))
})

test('WooCommerce: a shop whose server strips the header gets the keys in the query', async () => {
  const { world, caller } = await connected(wordpress, wordpressCase)
  const double = world.double as WooServer
  double.stripHeader()

  expect(await wordpress.test?.(caller())).toBeDefined()
  await double.placeOrder()
  expect((await pullAll(wordpress, caller, null)).records).toHaveLength(1)
})

test('PrestaShop: a shop whose server strips the header gets the key in the query', async () => {
  const { world, caller } = await connected(prestashop, prestashopCase)
  world.double.failBy(({ query }) =>
    query.has('ws_key') ? undefined : { status: 401, text: '401 Unauthorized' },
  )

  expect(await prestashop.test?.(caller())).toBeDefined()
})

test.each([
  ['instock', 3, 3, true],
  ['instock', -2, 0, true],
  ['onbackorder', -2, null, true],
  ['outofstock', -2, 0, false],
])('WooCommerce: %s with %i pieces', (stock_status, stock_quantity, stock, isAvailable) => {
  const row = productShape.parse({ id: 1, name: 'Tray', stock_status, stock_quantity })

  expect(wooProduct(row)).toMatchObject({ stock, isAvailable })
})

test('PrestaShop: stock below zero is sold out', () => {
  const stock = { id_product: '1', quantity: '-3', out_of_stock: '0', id_shop: '1' }
  const product = { id: '1', name: 'Tray', id_default_image: null }

  expect(prestashopProduct(product, { store: 'https://x.example', stock })).toMatchObject({
    stock: 0,
    isAvailable: false,
  })
})

test('Wix: a test order is marked, and an imported one was not bought there', () => {
  const parsed = (extra: object) =>
    wixRecord(wixOrder.parse({ ...wixPayload.order_approved.actionEvent.body.order, ...extra }))

  expect(parsed({})).toMatchObject({ state: 'confirmed' })
  expect(parsed({ demo: true })).toMatchObject({ test: true })
  expect(parsed({ imported: true })).toBeNull()
})

test.each([400, 404])('Wix: an app that was removed asks its owner (%i)', async (status) => {
  const { world, caller } = await connected(wix, wixCase)
  world.double.failBy(({ path }) => (path === '/oauth2/token' ? { status, json: {} } : undefined))
  const fresh = {
    ...caller(),
    token: async (make: () => Promise<{ token: string }>) => (await make()).token,
  }

  expect(await failureOf(() => wix.test?.(fresh))).toBeInstanceOf(ConnectionLost)
})

test('Shopify: a webhook that it refuses is said, and one that exists is used', async () => {
  const { world, caller } = await connected(shopify, shopifyCase)
  const refused = {
    data: {
      webhookSubscriptionCreate: {
        webhookSubscription: null,
        userErrors: [{ field: ['uri'], message: 'Address for this topic has already been taken' }],
      },
    },
  }
  world.double.failBy(({ body }) => {
    if (body.includes('webhookSubscriptions('))
      return { json: { data: { webhookSubscriptions: { nodes: [] } } } }
    return body.includes('webhookSubscriptionCreate') ? { json: refused } : undefined
  })

  expect(await failureOf(() => shopify.subscribe?.(caller()))).toBeInstanceOf(WrongSetting)
})

test('BigCommerce: the later of its two moments counts', async () => {
  const { world, caller } = await connected(bigcommerce, bigcommerceCase)
  world.double.failBy(() => ({
    status: 429,
    headers: { 'X-Rate-Limit-Time-Reset-Ms': '7000', 'X-Retry-After': '90' },
  }))
  const at = caller()

  const failure = await failureOf(() => bigcommerce.test?.(at))

  expect((failure as TryLater).at.getTime() - at.now.getTime()).toBe(90_000)
})

test('Mailchimp: members that never opted in are no sign-ups and no problems', async () => {
  const rows = ['', null].map((timestamp_opt) => ({ ...mailchimpPayload.member, timestamp_opt }))

  expect(await recordRows(member, rows, memberRecord)).toEqual([])
})

test('Mailchimp: a person who is deleted permanently isn’t shown any more', async () => {
  const { caller } = await connected(mailchimp, mailchimpCase)
  const read = (type: string) =>
    mailchimp.receive?.read(
      storedDelivery(type, formText({ ...mailchimpPayload.subscribe, type }), new Date(0)),
      caller(),
    )

  expect(await read('unsubscribe')).toMatchObject([
    { kind: 'signup', id: 'mailchimp-8a25ff1d98', state: 'cancelled' },
  ])
  expect(await failureOf(() => read('subscribe'))).toBeInstanceOf(BadRecord)
})

test('ActiveCampaign: the list of a webhook is a number', async () => {
  const { world } = await connected(activeCampaign, activeCampaignCase)
  const made = world.double.seen.find(({ method }) => method === 'POST')

  expect(JSON.parse(made?.body ?? '')).toMatchObject({ webhook: { listid: 4 } })
})

test('ActiveCampaign: contacts that begin again after the last one end the reading, and aren’t read again', async () => {
  const { world, caller } = await connected(activeCampaign, activeCampaignCase)
  for (let nth = 0; nth < 4; nth += 1) await world.placeOrder()
  const first = await activeCampaign.pull?.page(caller(), null)
  const contacts = ['1', '2'].map((id) => ({ id }))
  world.double.answers.set('GET /api/3/contacts', { contacts })
  const asked = () => world.double.seen.filter(({ path }) => /contacts\/\d/.test(path)).length
  const before = asked()

  const second = await activeCampaign.pull?.page(caller(), first?.cursor ?? null)

  expect(second?.failure).toBeInstanceOf(BadRecord)
  expect(asked()).toBe(before)
})

test('Eventbrite: a token that ended by 400 INVALID_AUTH asks its owner', async () => {
  const { world, caller } = await connected(eventbrite, eventbriteCase)
  const refused = { status: 400, json: { status_code: 400, error: 'INVALID_AUTH' } }
  world.double.failBy(() => refused)

  expect(await failureOf(() => eventbrite.test?.(caller()))).toBeInstanceOf(ConnectionLost)
  world.double.failBy(() => ({ ...refused, json: { ...refused.json, error: 'ARGUMENTS_ERROR' } }))
  expect(await failureOf(() => eventbrite.test?.(caller()))).toBeInstanceOf(BadRecord)
})

test.each(['unique_email_id', 'reviewId', 'receipt_id', 'transaction_id', 'entity_id'])(
  'a row that can’t be read is named by its %s',
  async (name) => {
    const [record] = await recordRows(member, [{ [name]: 'abc-7' }], memberRecord)

    expect(record).toMatchObject({ problem: expect.stringMatching(/^Record abc-7: /) as string })
  },
)
