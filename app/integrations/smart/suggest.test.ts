import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { applyMapping } from './apply-mapping.ts'
import { formTree } from './form-tree.ts'
import type { Tree } from './pointer.ts'
import { suggestMapping } from './suggest.ts'

const payload = (name: string) =>
  JSON.parse(readFileSync(`tests/payloads/${name}.json`, 'utf8')) as Record<string, Tree>
const part = (name: string, key: string): Tree => {
  const found = payload(name)[key]
  if (found === undefined) throw new Error(`${name} has no ${key}`)
  return found
}
const form = (fields: Tree) => formTree(new URLSearchParams(fields as Record<string, string>))
const without = (tree: Record<string, Tree>): Tree => {
  const { _source, ...others } = tree
  return others
}
const stripeEvent = (name: string, type: string): Tree => ({
  ...(part('stripe', 'event_envelope') as Record<string, Tree>),
  type,
  data: { object: part('stripe', name) },
})
const wixOrder = (): Tree => {
  const { data_json: outer } = part('wix', 'jwt_payload') as { data_json: { data_json: Tree } }
  return outer.data_json
}

/** Body of a form service like Typeform. */
const formAnswers: Tree = {
  event_id: '01H',
  event_type: 'form_response',
  form_response: {
    form_id: 'lT4Z3j',
    token: 'a3a12ec67a1365927098a606107fac15',
    submitted_at: '2026-01-18T18:17:02Z',
    definition: { id: 'lT4Z3j', title: 'Newsletter' },
    answers: [
      { type: 'text', text: 'Laura', field: { id: 'f1', type: 'short_text', ref: 'first_name' } },
      { type: 'text', text: 'Berlin', field: { id: 'f2', type: 'short_text', ref: 'city' } },
      {
        type: 'email',
        email: 'laura@example.com',
        field: { id: 'f3', type: 'email', ref: 'mail' },
      },
    ],
  },
}
/** Body of a shop like Gumroad. */
const salePing = {
  seller_id: 'kL0psVL2admJSYRNs-OCMg==',
  product_id: 'Kt2YjK5wHM7qDdRmqjFV4w==',
  product_name: 'Pixel brushes',
  permalink: 'brushes',
  product_permalink: 'https://seller.example/l/brushes',
  email: 'ann@example.com',
  full_name: 'Ann Smith',
  price: '1500',
  gumroad_fee: '150',
  currency: 'usd',
  quantity: '1',
  order_number: '524459995',
  sale_id: 'FO8TXN-dbxYaBdahG97Y-Q==',
  sale_timestamp: '2026-01-05T19:38:56Z',
  ip_country: 'United States',
  test: 'true',
}
const plainSignup = {
  name: 'Ann Smith',
  email: 'ann@example.com',
  plan: 'Pro',
  created: 1769851800,
}

type Expected = {
  kind: string
  each?: string
  items?: string
  id: string
  paths: Record<string, string>
}

const cases: [string, Tree, Expected][] = [
  [
    'an order of WooCommerce',
    part('wordpress', 'order'),
    {
      kind: 'purchase',
      items: '/line_items',
      id: '/id',
      paths: {
        'person.first_name': '/billing/first_name',
        'person.email': '/billing/email',
        'person.city': '/billing/city',
        'person.country': '/billing/country',
        'item.title': '@/name',
        'item.quantity': '@/quantity',
        'item.price': '@/price',
        'item.product_id': '@/product_id',
        total: '/total',
        currency: '/currency',
        occurred_at: '/date_paid_gmt',
      },
    },
  ],
  [
    'a customer of WooCommerce',
    part('wordpress', 'customer'),
    {
      kind: 'signup',
      id: '/id',
      paths: {
        'person.first_name': '/billing/first_name',
        'person.email': '/billing/email',
        'person.city': '/billing/city',
        'person.country': '/billing/country',
        occurred_at: '/date_created_gmt',
      },
    },
  ],
  [
    'a review of WooCommerce',
    part('wordpress', 'product_review'),
    {
      kind: 'review',
      id: '/id',
      paths: {
        'person.first_name': '/reviewer',
        stars: '/rating',
        body: '/review',
        occurred_at: '/date_created_gmt',
      },
    },
  ],
  [
    'an order of Shopify',
    part('shopify', 'orders_create_trimmed'),
    {
      kind: 'purchase',
      items: '/line_items',
      id: '/id',
      paths: {
        'person.first_name': '/customer/first_name',
        'person.email': '/customer/email',
        'person.city': '/billing_address/city',
        'person.country': '/billing_address/country_code',
        'item.title': '@/title',
        'item.quantity': '@/quantity',
        'item.price': '@/price',
        'item.product_id': '@/product_id',
        total: '/total_price',
        currency: '/currency',
        occurred_at: '/created_at',
        test: '/test',
      },
    },
  ],
  [
    'an event of Stripe with a charge',
    stripeEvent('charge', 'charge.succeeded'),
    {
      kind: 'purchase',
      id: '/data/object/id',
      paths: {
        'person.first_name': '/data/object/billing_details/name',
        'person.email': '/data/object/billing_details/email',
        'person.city': '/data/object/billing_details/address/city',
        'person.country': '/data/object/billing_details/address/country',
        total: '/data/object/amount',
        currency: '/data/object/currency',
        occurred_at: '/created',
      },
    },
  ],
  [
    'an order of Wix',
    wixOrder(),
    {
      kind: 'purchase',
      items: '/actionEvent/body/order/lineItems',
      id: '/actionEvent/body/order/id',
      paths: {
        'person.first_name': '/actionEvent/body/order/billingInfo/contactDetails/firstName',
        'person.email': '/actionEvent/body/order/buyerInfo/email',
        'person.city': '/actionEvent/body/order/billingInfo/address/city',
        'person.country': '/actionEvent/body/order/billingInfo/address/country',
        'item.title': '@/productName/original',
        'item.image': '@/image/url',
        'item.quantity': '@/quantity',
        'item.price': '@/price/amount',
        total: '/actionEvent/body/order/priceSummary/total/amount',
        currency: '/actionEvent/body/order/currency',
      },
    },
  ],
  [
    'a subscriber of Mailchimp',
    form(part('mailchimp', 'subscribe')),
    {
      kind: 'signup',
      id: '/data/id',
      paths: {
        'person.first_name': '/data/merges/FNAME',
        'person.email': '/data/email',
        occurred_at: '/fired_at',
      },
    },
  ],
  [
    'events of Trustpilot',
    without(payload('trustpilot')),
    {
      kind: 'review',
      each: '/events',
      id: '@/eventData/id',
      paths: {
        'person.first_name': '@/eventData/consumer/name',
        stars: '@/eventData/stars',
        body: '@/eventData/text',
        occurred_at: '@/eventData/createdAt',
      },
    },
  ],
  [
    'reviews of Google',
    without(payload('google_my_business_reviews')),
    {
      kind: 'review',
      each: '/reviews',
      id: '@/reviewId',
      paths: {
        'person.first_name': '@/reviewer/displayName',
        stars: '@/starRating',
        body: '@/comment',
        occurred_at: '@/createTime',
      },
    },
  ],
  [
    'a page of reviews of Datashake',
    part('datashake', 'reviews_page'),
    {
      kind: 'review',
      each: '/reviews',
      id: '@/id',
      paths: {
        'person.first_name': '@/name',
        stars: '@/rating_value',
        body: '@/review_text',
        occurred_at: '@/date',
      },
    },
  ],
  [
    'an authorization of PayPal',
    (part('paypal', 'verify_webhook_signature_request') as Record<string, Tree>).webhook_event ??
      null,
    {
      kind: 'purchase',
      id: '/resource/id',
      paths: {
        total: '/resource/amount/total',
        currency: '/resource/amount/currency',
        occurred_at: '/create_time',
      },
    },
  ],
  [
    'answers of a form',
    formAnswers,
    {
      kind: 'signup',
      id: '/form_response/token',
      paths: {
        'person.first_name': '/form_response/answers/0/text',
        'person.city': '/form_response/answers/1/text',
        'person.email': '/form_response/answers/2/email',
        occurred_at: '/form_response/submitted_at',
      },
    },
  ],
  [
    'a sale that a form posts',
    form(salePing),
    {
      kind: 'purchase',
      id: '/sale_id',
      paths: {
        'person.first_name': '/full_name',
        'person.email': '/email',
        'person.country': '/ip_country',
        'item.title': '/product_name',
        'item.url': '/product_permalink',
        'item.quantity': '/quantity',
        'item.product_id': '/product_id',
        total: '/price',
        currency: '/currency',
        occurred_at: '/sale_timestamp',
        test: '/test',
      },
    },
  ],
  [
    'a plain sign-up',
    plainSignup,
    {
      kind: 'signup',
      id: '',
      paths: { 'person.first_name': '/name', 'person.email': '/email', occurred_at: '/created' },
    },
  ],
  [
    'a list of products',
    {
      products: [
        { sku: 'A', id: 1, title: 'Tea', price: '3.00', image: 'https://x.example/a.png' },
      ],
    },
    {
      kind: 'product',
      each: '/products',
      id: '@/id',
      paths: { 'item.title': '@/title', 'item.image': '@/image', 'item.price': '@/price' },
    },
  ],
]

test.each(cases)('%s', (_name, sample, expected) => {
  const { mapping } = suggestMapping(sample)
  const { kind, each, items, id, set } = mapping ?? { id: [], set: {} }
  const paths = Object.fromEntries(
    Object.entries(set).flatMap(([field, { at }]) =>
      at[0] === '$received' ? [] : [[field, at[0]]],
    ),
  )

  expect({ kind, each, items, id: id.join(), paths }).toEqual({
    each: undefined,
    items: undefined,
    ...expected,
  })
})

const placeholders = new Set(['an order of Wix'])
test.each(cases.filter(([name]) => !placeholders.has(name)))(
  'the mapping suggested for %s reads the sample without problems',
  (_name, sample) => {
    const { mapping } = suggestMapping(sample)
    const applied = mapping && applyMapping(mapping, sample, new Date('2026-03-01T10:00:00Z'))

    expect(applied?.problems).toEqual([])
    expect(applied?.records.length).toBeGreaterThan(0)
  },
)

test.each<[string, Tree]>([
  ['a thin order of BigCommerce', part('bigcommerce', 'order_created')],
  ['a thin customer of BigCommerce', part('bigcommerce', 'customer_created')],
  ['an event of Etsy', part('etsy', 'webhook_order_paid')],
  ['an event of Eventbrite', part('eventbrite', 'webhook_order_placed')],
  ['a review with placeholders only', part('reviews_io', 'webhook_review_submitted')],
  ['nothing', {}],
  ['a number', { a: 1 }],
])('%s has nothing to suggest', (_name, sample) => {
  const { mapping, notes } = suggestMapping(sample)

  expect(mapping).toBeNull()
  expect(notes).toHaveLength(1)
})

test('steps follow the sample', () => {
  const set = suggestMapping(form(salePing)).mapping?.set

  expect(set?.total?.do).toEqual(['minor_units'])
  expect(set?.['person.first_name']?.do).toEqual(['trim', 'first_word', 'title_case'])
  expect(set?.['person.country']?.do).toEqual(['country_iso2'])
  expect(set?.['item.url']?.do).toEqual(['trim', 'https_url'])
  expect(set?.currency?.do).toEqual(['upper'])
})

test.each<[Tree, object]>([
  [1769851800, { date: 'unix' }],
  [1769851800000, { date: 'unix_ms' }],
  ['2026-01-31T09:30:00Z', { date: 'iso' }],
  ['31/01/2026', { date: 'dmy' }],
  ['01/31/2026', { date: 'mdy' }],
  ['Sat, 31 Jan 2026 09:30:00 GMT', { date: 'rfc2822' }],
])('the date %j is read by %j', (created, one) => {
  const set = suggestMapping({ email: 'ann@example.com', created }).mapping?.set

  expect(set?.occurred_at).toEqual({ at: ['/created', '$received'], do: [one] })
})

test.each([
  ['the event', stripeEvent('charge', 'charge.succeeded'), '/type', 'charge.succeeded'],
  ['the form’s event', form(part('mailchimp', 'subscribe')), '/type', 'subscribe'],
])('only %s of the sample is recorded', (_name, sample, at, value) => {
  expect(suggestMapping(sample).mapping?.when).toContainEqual({ at, op: 'eq', value })
})

test('notes name the points that the owner should check', () => {
  expect(suggestMapping(plainSignup).notes).toEqual([
    'No ID was found. Deliveries with the same content on the same day count as one.',
  ])
  expect(suggestMapping(form(salePing)).notes).toEqual([
    'Amounts look like cents. Check that 1500 is read correctly.',
  ])
  expect(suggestMapping(form(part('mailchimp', 'subscribe'))).notes).toEqual([
    'The date has no time zone and is read as UTC. Choose another zone if it’s local time.',
  ])
})
