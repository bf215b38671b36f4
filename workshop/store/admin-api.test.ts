/** The app's view of a shop, by its scopes and its level of customer data. */
import { expect, test } from 'vitest'
import { startTestStore } from '#tests/support/shopify/demo-store.ts'
import type { DemoShop } from './demo-shop.server.ts'
import type { DataAccess } from './state/shop-state.ts'

type Answer = {
  data: Record<string, unknown>
  errors?: { message: string; path: unknown[]; extensions: { code: string } }[]
}

const ask = (shop: DemoShop, query: string, variables: object = {}) =>
  shop.answerGraphql({ query, variables }) as Answer

async function installed(): Promise<DemoShop> {
  const { shop } = await startTestStore()
  shop.install()
  return shop
}

type Page = {
  orders: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } }
}

test('orders come page by page, each once, and none older than 60 days', async () => {
  const shop = await installed()
  const query = `query($after: String) { orders(first: 2, after: $after) {
    nodes { id } pageInfo { hasNextPage endCursor } } }`
  const ids: string[] = []

  let after: string | null = null
  do {
    const { orders } = ask(shop, query, { after }).data as Page
    ids.push(...orders.nodes.map(({ id }) => id))
    after = orders.pageInfo.hasNextPage ? orders.pageInfo.endCursor : null
  } while (after !== null)

  expect(shop.state.orders).toHaveLength(8)
  expect(ids).toHaveLength(6)
  expect(new Set(ids).size).toBe(6)
})

test('ids are larger than a number can be, and exact', async () => {
  const shop = await installed()
  const [order] = shop.state.orders

  const { data } = ask(
    shop,
    '{ orders(first: 1, reverse: true) { nodes { id legacyResourceId } } }',
  )

  expect(order?.id).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
  expect(data).toEqual({
    orders: {
      nodes: [
        {
          id: `gid://shopify/Order/${String(order?.id)}`,
          legacyResourceId: String(order?.id),
        },
      ],
    },
  })
})

const customerQuery = `{ orders(first: 1, reverse: true) { nodes {
  email customer { firstName } shippingAddress { firstName city province countryCodeV2 } } } }`

const area = { province: 'Ontario', countryCodeV2: 'CA' }

test.each<[what: string, DataAccess, data: object | null, refused: string[]]>([
  ['level 0', null, null, ['orders']],
  [
    'level 1',
    [],
    {
      email: null,
      customer: { firstName: null },
      shippingAddress: { firstName: null, city: null, ...area },
    },
    ['email', 'firstName', 'firstName', 'city'],
  ],
  [
    'names alone',
    ['name'],
    {
      email: null,
      customer: { firstName: 'Priya' },
      shippingAddress: { firstName: 'Priya', city: null, ...area },
    },
    ['email', 'city'],
  ],
  [
    'email addresses alone',
    ['email'],
    {
      email: 'priya.nair@example.com',
      customer: { firstName: null },
      shippingAddress: { firstName: null, city: null, ...area },
    },
    ['firstName', 'firstName', 'city'],
  ],
  [
    'level 2',
    ['name', 'address', 'email', 'phone'],
    {
      email: 'priya.nair@example.com',
      customer: { firstName: 'Priya' },
      shippingAddress: { firstName: 'Priya', city: 'Toronto', ...area },
    },
    [],
  ],
])('customers with %s', async (_what, access, order, refused) => {
  const shop = await installed()
  shop.grantScopes(['read_customers'])
  shop.state.dataAccess = access

  const { data, errors = [] } = ask(shop, customerQuery)

  expect(data).toEqual({ orders: order && { nodes: [order] } })
  expect(errors.map(({ path }) => path.at(-1))).toEqual(refused)
  for (const { message, extensions } of errors) {
    expect(message).toMatch(
      /^This app is not approved to (?:use the \w+ field|access the Order object)\./,
    )
    expect(extensions.code).toBe('ACCESS_DENIED')
  }
})

test('without its scope, a field is null with an error, and the rest is there', async () => {
  const shop = await installed()

  const { data, errors } = ask(shop, `{ shop { name } customers(first: 1) { nodes { id } } }`)

  expect(data).toEqual({ shop: { name: 'Linen & Oak' }, customers: null })
  expect(errors).toMatchObject([{ path: ['customers'], extensions: { code: 'ACCESS_DENIED' } }])
})

test('aliases, fragments and conditions are answered as they are asked', async () => {
  const shop = await installed()
  const query = `query Q($yes: Boolean!) {
    first: shop { ...Names @include(if: $yes) }
    shop { name @skip(if: $yes) ... on Shop { myshopifyDomain } ... on Order { tags } }
  }
  fragment Names on Shop { called: name }`

  expect(ask(shop, query, { yes: true }).data).toEqual({
    first: { called: 'Linen & Oak' },
    shop: { myshopifyDomain: 'linen-and-oak.myshopify.com' },
  })
})

test.each(['', '{ shop { name }', '{ shop { name }} }', 'subscription { shop }', '{ shop(: 1) }'])(
  'no document: %j',
  async (query) => {
    const shop = await installed()

    expect(ask(shop, query)).toEqual({ errors: [expect.any(Object)] })
  },
)

test('a charge waits for the owner, and a new subscription replaces the one before', async () => {
  const { shop, received } = await startTestStore()
  shop.install()
  const subscribe = `mutation($name: String!) { appSubscriptionCreate(name: $name, returnUrl: "http://localhost:3000/back",
    lineItems: [{ plan: { appRecurringPricingDetails: { price: { amount: 9.5, currencyCode: EUR } } } }]) {
    appSubscription { status } confirmationUrl userErrors { message } } }`
  const active = '{ currentAppInstallation { activeSubscriptions { name status } } }'
  const confirm = async (name: string, answer: string) => {
    const { data } = ask(shop, subscribe, { name })
    const { confirmationUrl } = data['appSubscriptionCreate'] as { confirmationUrl: string }
    return fetch(confirmationUrl, {
      method: 'POST',
      headers: { Origin: new URL(confirmationUrl).origin },
      body: new URLSearchParams({ answer }),
      redirect: 'manual',
    })
  }

  const declined = await confirm('Declined', 'decline')
  await confirm('First', 'approve')
  await confirm('Second', 'approve')
  await shop.webhooks.settle()

  expect(declined.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/back\?charge_id=\d+$/)
  expect(ask(shop, active).data).toEqual({
    currentAppInstallation: { activeSubscriptions: [{ name: 'Second', status: 'ACTIVE' }] },
  })
  const updates = received
    .map(({ body }) => JSON.parse(body) as { app_subscription: { name: string; status: string } })
    .map(({ app_subscription: { name, status } }) => `${name} ${status}`)
  expect(updates).toEqual(['Declined DECLINED', 'First ACTIVE', 'First CANCELLED', 'Second ACTIVE'])
})

test('a charge that no one approved in two days has expired', async () => {
  const { shop, clock } = await startTestStore()
  shop.install()
  const buy = `mutation { appPurchaseOneTimeCreate(name: "Boost", price: { amount: 5, currencyCode: USD },
    returnUrl: "http://localhost:3000/back") { appPurchaseOneTime { id } } }`
  const { data } = ask(shop, buy)
  const { appPurchaseOneTime } = data['appPurchaseOneTimeCreate'] as {
    appPurchaseOneTime: { id: string }
  }
  const status = () =>
    ask(shop, 'query($id: ID!) { node(id: $id) { ... on AppPurchaseOneTime { status } } }', {
      id: appPurchaseOneTime.id,
    }).data

  clock.advance(48 * 3_600_000)
  expect(status()).toEqual({ node: { status: 'PENDING' } })
  clock.advance(1)
  expect(status()).toEqual({ node: { status: 'EXPIRED' } })
})

test('metafields and the web pixel are stored until the app is uninstalled', async () => {
  const shop = await installed()
  const ownerId = `gid://shopify/AppInstallation/${String(shop.state.installation?.id)}`
  const set = `mutation($value: String!) { metafieldsSet(metafields: [{ ownerId: "${ownerId}", namespace: "footfall",
    key: "site", type: "single_line_text_field", value: $value }]) { metafields { value } userErrors { message } } }`
  const pixel = `mutation { webPixelCreate(webPixel: { settings: "{\\"site\\":\\"1\\"}" }) {
    webPixel { settings } userErrors { code } } }`
  const read =
    '{ currentAppInstallation { metafield(namespace: "footfall", key: "site") { value } } }'

  ask(shop, set, { value: 'one' })
  ask(shop, set, { value: 'two' })

  expect(ask(shop, read).data).toEqual({ currentAppInstallation: { metafield: { value: 'two' } } })
  expect(ask(shop, pixel).data).toEqual({
    webPixelCreate: { webPixel: { settings: '{"site":"1"}' }, userErrors: [] },
  })
  expect(ask(shop, pixel).data).toMatchObject({
    webPixelCreate: { webPixel: null, userErrors: [{ code: 'TAKEN' }] },
  })

  shop.uninstall()
  shop.install()
  expect(ask(shop, read).data).toEqual({ currentAppInstallation: { metafield: null } })
})
