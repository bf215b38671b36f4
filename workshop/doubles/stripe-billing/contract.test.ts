/** The double follows what Stripe publishes: the types of the library in use, and its refusals. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStripeTypes, type StripeTypes } from '#tests/support/billing/stripe-types.ts'
import { calls } from './api.ts'
import type { CardBehavior } from './cards.ts'
import {
  createShop,
  playAll,
  startConversation,
  type Answer,
  type Conversation,
  type Shop,
} from '#tests/support/billing/stripe-conversation.ts'

/** Stripe’s types of each call’s parameters and answer. An absent answer is the list of `of`. */
const operations: Record<string, { params: string; answer?: string; listOf?: string }> = {
  'POST customers': { params: 'CustomerCreateParams', answer: 'Customer' },
  'GET customers/*': {
    params: 'CustomerRetrieveParams',
    answer: 'Customer | Stripe.DeletedCustomer',
  },
  'POST customers/*': { params: 'CustomerUpdateParams', answer: 'Customer' },
  'DELETE customers/*': { params: 'CustomerDeleteParams', answer: 'DeletedCustomer' },
  'GET customers/*/tax_ids': { params: 'CustomerListTaxIdsParams', listOf: 'TaxId' },
  'POST customers/*/tax_ids': { params: 'CustomerCreateTaxIdParams', answer: 'TaxId' },
  'DELETE customers/*/tax_ids/*': { params: 'CustomerDeleteTaxIdParams', answer: 'DeletedTaxId' },
  'POST setup_intents': { params: 'SetupIntentCreateParams', answer: 'SetupIntent' },
  'GET setup_intents/*': { params: 'SetupIntentRetrieveParams', answer: 'SetupIntent' },
  'GET payment_methods': { params: 'PaymentMethodListParams', listOf: 'PaymentMethod' },
  'GET payment_methods/*': { params: 'PaymentMethodRetrieveParams', answer: 'PaymentMethod' },
  'POST payment_methods/*/attach': { params: 'PaymentMethodAttachParams', answer: 'PaymentMethod' },
  'POST payment_methods/*/detach': { params: 'PaymentMethodDetachParams', answer: 'PaymentMethod' },
  'GET products': { params: 'ProductListParams', listOf: 'Product' },
  'GET products/*': { params: 'ProductRetrieveParams', answer: 'Product' },
  'POST products': { params: 'ProductCreateParams', answer: 'Product' },
  'GET prices': { params: 'PriceListParams', listOf: 'Price' },
  'GET prices/*': { params: 'PriceRetrieveParams', answer: 'Price' },
  'POST prices': { params: 'PriceCreateParams', answer: 'Price' },
  'POST prices/*': { params: 'PriceUpdateParams', answer: 'Price' },
  'POST coupons': { params: 'CouponCreateParams', answer: 'Coupon' },
  'GET coupons/*': { params: 'CouponRetrieveParams', answer: 'Coupon' },
  'POST promotion_codes': { params: 'PromotionCodeCreateParams', answer: 'PromotionCode' },
  'POST promotion_codes/*': { params: 'PromotionCodeUpdateParams', answer: 'PromotionCode' },
  'GET promotion_codes': { params: 'PromotionCodeListParams', listOf: 'PromotionCode' },
  'POST subscriptions': { params: 'SubscriptionCreateParams', answer: 'Subscription' },
  'GET subscriptions': { params: 'SubscriptionListParams', listOf: 'Subscription' },
  'GET subscriptions/*': { params: 'SubscriptionRetrieveParams', answer: 'Subscription' },
  'POST subscriptions/*': { params: 'SubscriptionUpdateParams', answer: 'Subscription' },
  'DELETE subscriptions/*': { params: 'SubscriptionCancelParams', answer: 'Subscription' },
  'POST invoices/create_preview': { params: 'InvoiceCreatePreviewParams', answer: 'Invoice' },
  'GET invoices': { params: 'InvoiceListParams', listOf: 'Invoice' },
  'GET invoices/*': { params: 'InvoiceRetrieveParams', answer: 'Invoice' },
  'GET invoices/*/lines': { params: 'InvoiceListLineItemsParams', listOf: 'InvoiceLineItem' },
  'POST invoices/*/pay': { params: 'InvoicePayParams', answer: 'Invoice' },
  'POST invoices/*/void': { params: 'InvoiceVoidInvoiceParams', answer: 'Invoice' },
  'POST payment_intents/*/cancel': { params: 'PaymentIntentCancelParams', answer: 'PaymentIntent' },
  'GET payment_intents/*': { params: 'PaymentIntentRetrieveParams', answer: 'PaymentIntent' },
  'POST checkout/sessions': { params: 'Checkout.SessionCreateParams', answer: 'Checkout.Session' },
  'GET checkout/sessions/*': {
    params: 'Checkout.SessionRetrieveParams',
    answer: 'Checkout.Session',
  },
  'GET checkout/sessions': { params: 'Checkout.SessionListParams', listOf: 'Checkout.Session' },
  'POST checkout/sessions/*/expire': {
    params: 'Checkout.SessionExpireParams',
    answer: 'Checkout.Session',
  },
  'GET webhook_endpoints': { params: 'WebhookEndpointListParams', listOf: 'WebhookEndpoint' },
}
const names = Object.keys(operations)
/** All codes that errors of Stripe can have. */
const codesOf = 'PaymentIntent.LastPaymentError.Code'

/** The compiler reads all types of the library. */
const readMillis = 300_000

let stripe: StripeTypes
let conversation: Conversation

beforeAll(async () => {
  const wanted = Object.values(operations)
  const answers = wanted.map(({ answer, listOf }) => answer ?? `ApiList<Stripe.${listOf ?? ''}>`)
  const params = wanted.map((one) => one.params)
  stripe = readStripeTypes([...new Set([...params, ...answers, codesOf])])
  conversation = await startConversation()
  await playAll(conversation)
}, readMillis)
afterAll(() => conversation.stop())

/** As in the table: `POST customers/*`. */
const nameOf = ({ method, path }: (typeof calls)[number]): string => {
  const template = path.source
    .replace(/^\^\\\/v1\\\//, '')
    .replace(/\$$/, '')
    .replaceAll('\\/', '/')
    .replaceAll(/\([^)]*\)/g, '*')
  return `${method} ${template}`
}

const paramsOf = (name: string): string => operations[name]?.params ?? ''

test('each call of the double is compared', () => {
  expect(calls.map(nameOf).sort()).toEqual([...names].sort())
})

describe.each(calls.map((call) => [nameOf(call), call] as const))('%s', (name, call) => {
  test('takes no parameter that Stripe doesn’t know', () => {
    const isUnknown = (path: string) => !stripe.hasParameter(paramsOf(name), path.split('.'))
    expect(call.takes.filter(isUnknown)).toEqual([])
    for (const [path, values] of Object.entries(call.values ?? {})) {
      const known = stripe.valuesOf(paramsOf(name), path.split('.'))
      expect(known).toEqual(expect.arrayContaining([...values]))
    }
  })

  test('refuses a value that Stripe doesn’t know', async () => {
    const limited = call.takes.filter((path) => stripe.valuesOf(paramsOf(name), path.split('.')))
    for (const path of limited) {
      const [first = '', ...below] = path.split('.').map((key) => (key === '*' ? '0' : key))
      const param = `${first}${below.map((key) => `[${key}]`).join('')}`
      const answer = await conversation.ask(name, { [param]: 'nonsense' })
      expect([param, answer.status, answer.error]).toMatchObject([
        param,
        400,
        { type: 'invalid_request_error', param },
      ])
    }
  })

  test('refuses a parameter that no one knows, at any depth', async () => {
    const groups = call.takes.flatMap((path) => {
      const [first = '', ...below] = path.split('.')
      return below.length > 0 && first !== 'metadata' && below[0] !== '*'
        ? [`${first}[nonsense]`]
        : []
    })
    for (const param of ['nonsense', ...new Set(groups)]) {
      expect((await conversation.ask(name, { [param]: '1' })).error).toMatchObject({
        type: 'invalid_request_error',
        code: 'parameter_unknown',
        param,
      })
    }
  })

  test('refuses a request without what it needs', async () => {
    for (const param of stripe.requiredOf(paramsOf(name))) {
      expect((await conversation.ask(name, {}, param)).error).toMatchObject({
        type: 'invalid_request_error',
        code: 'parameter_missing',
        param: expect.stringContaining(param) as string,
      })
    }
  })
})

test.each(names)('%s answers as Stripe’s types say', (name) => {
  const { answer, listOf } = operations[name] ?? {}
  const exchanges = conversation.answered(name)
  expect(exchanges.length).toBeGreaterThan(0)
  const found = exchanges.flatMap((json) =>
    stripe.problemsOf(answer ?? `ApiList<Stripe.${listOf ?? ''}>`, json),
  )
  expect([...new Set(found)]).toEqual([])
})

/** Seen in answers of Stripe, and missing from its list of codes. */
const unlisted = [
  // stripe/stripe-java issue 2011.
  'property_expansion_max_depth',
  // docs.stripe.com/api/subscriptions/create, payment_behavior.
  'subscription_payment_intent_requires_action',
]

test('refusals without a code have none in Stripe’s list either', () => {
  const listed = stripe.valuesOf(codesOf, []) ?? []
  expect(listed).toContain('lock_timeout')
  // For a parameter next to a pending update, and for a lookup key that is taken.
  expect(listed.filter((code) => /pending_update|lookup_key/.test(code))).toEqual([])
})

type Play = (talk: Conversation, shop: Shop) => Promise<Answer>
type Refusal = { status: number; type?: string; code?: string; param?: string }

const subscribe = (shop: Shop, fields: Record<string, string> = {}) => ({
  customer: shop.customer,
  'items[0][price]': shop.prices.plus,
  ...fields,
})

/** Subscribed to Plus, and the id of its item. */
async function subscribed(talk: Conversation, shop: Shop, fields: Record<string, string> = {}) {
  const { json } = await talk.call('POST subscriptions', subscribe(shop, fields))
  const { data } = json['items'] as { data: { id: string }[] }
  return {
    id: String(json['id']),
    item: data[0]?.id ?? '',
    invoice: String(json['latest_invoice']),
  }
}

function setCard({ stripe: double }: Conversation, { customer }: Shop, behavior: CardBehavior) {
  const { default_payment_method: card } = double.account.get('customer', customer).invoice_settings
  double.changeCard(card ?? '', behavior)
}

async function switchWith(talk: Conversation, shop: Shop, behavior: CardBehavior) {
  const { id, item } = await subscribed(talk, shop)
  await talk.wait(10 * 86_400)
  setCard(talk, shop, behavior)
  const fields = {
    'items[0][id]': item,
    'items[0][price]': shop.prices.genius,
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  }
  return talk.call('POST subscriptions/*', fields, [id])
}

/** The open invoice of a renewal that failed. */
async function renewedWith(talk: Conversation, shop: Shop, behavior: CardBehavior) {
  await subscribed(talk, shop)
  setCard(talk, shop, behavior)
  await talk.wait(32 * 86_400)
  const { json } = await talk.call('GET invoices', { customer: shop.customer, status: 'open' })
  const [due] = json['data'] as { id: string }[]
  return talk.call('POST invoices/*/pay', { off_session: 'false' }, [due?.id ?? ''])
}

async function couponed(talk: Conversation, shop: Shop, set: object) {
  talk.stripe.addCoupon({ id: 'TEN', percent_off: 10, duration: 'forever', ...set })
  return talk.call('POST subscriptions', subscribe(shop, { 'discounts[0][coupon]': 'TEN' }))
}

async function promoted(talk: Conversation, shop: Shop, set: object) {
  talk.stripe.addCoupon({ id: 'TEN', percent_off: 10, duration: 'forever' })
  talk.stripe.addPromotionCode({ code: 'SPRING', coupon: 'TEN', ...set })
  const [code = ''] = talk.stripe.account.tables.promotion_code.keys()
  return talk.call('POST subscriptions', subscribe(shop, { 'discounts[0][promotion_code]': code }))
}

const declined = { status: 402, type: 'card_error', code: 'card_declined' }

const refusals: [string, Play, Refusal][] = [
  [
    'a card that is declined when a plan is ordered',
    (talk, shop) => {
      setCard(talk, shop, 'declines')
      const fields = subscribe(shop, { payment_behavior: 'error_if_incomplete' })
      return talk.call('POST subscriptions', fields)
    },
    declined,
  ],
  [
    'a card that is declined at a switch',
    (talk, shop) => switchWith(talk, shop, 'declines'),
    declined,
  ],
  [
    'a card that has expired by the time of a switch',
    (talk, shop) => switchWith(talk, shop, 'has expired'),
    { status: 402, type: 'card_error', code: 'expired_card', param: 'exp_month' },
  ],
  ['a card that is declined later', (talk, shop) => renewedWith(talk, shop, 'declines'), declined],
  [
    'a switch that the bank asks about',
    (talk, shop) => switchWith(talk, shop, 'asks at payments'),
    { status: 402, type: 'card_error', code: 'subscription_payment_intent_requires_action' },
  ],
  [
    'an invoice that the bank asks about',
    (talk, shop) => renewedWith(talk, shop, 'asks at payments'),
    { status: 402, type: 'card_error', code: 'invoice_payment_intent_requires_action' },
  ],
  [
    'a customer without a card',
    async (talk, shop) => {
      const { json } = await talk.call('POST customers', { name: 'Bob' })
      return talk.call('POST subscriptions', subscribe(shop, { customer: String(json['id']) }))
    },
    { status: 400, code: 'resource_missing' },
  ],
  [
    'a customer that was deleted',
    async (talk, shop) => {
      await talk.call('DELETE customers/*', {}, [shop.customer])
      return talk.call('POST subscriptions', subscribe(shop))
    },
    { status: 400, code: 'resource_missing', param: 'customer' },
  ],
  [
    'a path that names nothing',
    (talk) => talk.call('GET subscriptions/*', {}, ['sub_none']),
    { status: 404, code: 'resource_missing', param: 'id' },
  ],
  [
    'a parameter that no pending update has',
    async (talk, shop) => {
      const { id, item } = await subscribed(talk, shop)
      const fields = {
        'items[0][id]': item,
        payment_behavior: 'pending_if_incomplete',
        off_session: 'true',
      }
      return talk.call('POST subscriptions/*', fields, [id])
    },
    { status: 400 },
  ],
  [
    'an order that would wait as an update',
    (talk, shop) =>
      talk.call(
        'POST subscriptions',
        subscribe(shop, { payment_behavior: 'pending_if_incomplete' }),
      ),
    { status: 400, param: 'payment_behavior' },
  ],
  [
    'the format of a tax ID',
    (talk, { customer }) =>
      talk.call('POST customers/*/tax_ids', { type: 'eu_vat', value: '?' }, [customer]),
    { status: 400, code: 'tax_id_invalid' },
  ],
  [
    'a coupon that is used up',
    (talk, shop) => couponed(talk, shop, { max_redemptions: 1, times_redeemed: 1 }),
    { status: 400, code: 'coupon_expired' },
  ],
  [
    'a coupon that has ended',
    (talk, shop) => couponed(talk, shop, { redeem_by: 1 }),
    { status: 400, code: 'coupon_expired' },
  ],
  [
    'a promotion code that isn’t active',
    (talk, shop) => promoted(talk, shop, { active: false }),
    { status: 400 },
  ],
  [
    'a promotion code of another customer',
    (talk, shop) => promoted(talk, shop, { customer: 'cus_other' }),
    { status: 400 },
  ],
  [
    'more than four levels',
    (talk) => talk.call('GET customers/*', { 'expand[]': 'a.b.c.d.e' }, ['cus_none']),
    { status: 400, code: 'property_expansion_max_depth' },
  ],
  ...['metadata', 'nonsense', 'invoice_settings.footer', 'invoice_settings.nonsense'].map(
    (path): (typeof refusals)[number] => [
      `what can’t be expanded: ${path}`,
      (talk, { customer }) => talk.call('GET customers/*', { 'expand[]': path }, [customer]),
      { status: 400 },
    ],
  ),
  [
    'what can’t be expanded in a list',
    async (talk, shop) => {
      await subscribed(talk, shop)
      const fields = { customer: shop.customer, 'expand[]': 'latest_invoice' }
      return talk.call('GET subscriptions', fields)
    },
    { status: 400 },
  ],
  [
    'a lookup key that another price has',
    (talk) =>
      talk.call('POST prices', {
        product: 'footfall-plus',
        currency: 'usd',
        unit_amount: '100',
        lookup_key: 'plus',
      }),
    { status: 400, param: 'lookup_key' },
  ],
  [
    'an ID that is taken',
    (talk) => talk.call('POST products', { id: 'footfall-plus', name: 'Plus' }),
    { status: 400, code: 'resource_already_exists' },
  ],
  [
    'a checkout of less than 50 cents',
    (talk, { customer }) =>
      talk.call('POST checkout/sessions', {
        mode: 'payment',
        customer,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '49',
        'line_items[0][price_data][product_data][name]': 'Boost',
        success_url: 'https://shop.example/done',
      }),
    { status: 400, code: 'amount_too_small' },
  ],
  [
    'an invoice that is paid',
    async (talk, shop) => {
      const { invoice } = await subscribed(talk, shop)
      return talk.call('POST invoices/*/pay', {}, [invoice])
    },
    { status: 400 },
  ],
  [
    'voiding an invoice that is paid',
    async (talk, shop) => {
      const { invoice } = await subscribed(talk, shop)
      return talk.call('POST invoices/*/void', {}, [invoice])
    },
    { status: 400, code: 'invoice_not_editable' },
  ],
  [
    'the invoice to come of a plan that has ended',
    async (talk, shop) => {
      const { id } = await subscribed(talk, shop)
      await talk.call('DELETE subscriptions/*', {}, [id])
      return talk.call('POST invoices/create_preview', { subscription: id })
    },
    { status: 404, code: 'invoice_upcoming_none' },
  ],
  [
    'a list that is too long',
    (talk) => talk.call('GET prices', { limit: '101' }),
    { status: 400, param: 'limit' },
  ],
  [
    'a list after something unknown',
    (talk) => talk.call('GET webhook_endpoints', { starting_after: 'we_none' }),
    { status: 400, code: 'resource_missing', param: 'starting_after' },
  ],
]

test.each(refusals)('refuses, as Stripe does: %s', async (_name, play, expected) => {
  const talk = await startConversation()
  try {
    const { status, error } = await play(talk, await createShop(talk))
    const code = error?.['code']
    const wanted = { type: 'invalid_request_error', ...expected }
    const param = expected.param === undefined ? {} : { param: error?.['param'] }
    expect({
      status,
      type: error?.['type'],
      ...(code === undefined ? {} : { code }),
      ...param,
    }).toEqual(wanted)
    const listed = stripe.valuesOf(codesOf, []) ?? []
    if (code !== undefined) expect([...listed, ...unlisted]).toContain(code)
  } finally {
    await talk.stop()
  }
})

test('a key that is used again with other parameters is refused', async () => {
  const { url, keys } = conversation.stripe
  const create = (name: string) =>
    fetch(`${url}/v1/customers`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${keys.secret}`,
        'Stripe-Version': '2026-10-28.endive',
        'Idempotency-Key': 'key-1',
      },
      body: new URLSearchParams({ name }),
    })
  const first = (await (await create('Ann')).json()) as { id: string }
  expect(await (await create('Ann')).json()).toMatchObject({ id: first.id })
  const other = await create('Bob')
  expect([other.status, await other.json()]).toMatchObject([
    400,
    { error: { type: 'idempotency_error' } },
  ])
})
