/** The store's Admin API against the schema that the platform publishes. */
import { expect, test } from 'vitest'
import { createClock } from '#tests/support/clock.ts'
import {
  findAnswerErrors,
  findDocumentErrors,
  readAdminSchema,
} from '#tests/support/shopify/admin-schema.ts'
import { createDemoShop, type DemoShop } from '../demo-shop.server.ts'
import { seedShops } from '../state/seed-shops.ts'
import { gid } from '../state/shop-state.ts'

const origin = 'http://localhost:4100'

type Answer = { data: Record<string, unknown> | null; errors?: { message: string }[] }

function installedShop(): DemoShop {
  const clock = createClock()
  const [state] = seedShops(clock.now())
  if (!state) throw new Error('There is no shop.')
  const shop = createDemoShop(state, {
    keys: { apiKey: 'key', apiSecret: 'secret' },
    handle: 'footfall',
    appUrl: 'http://localhost:3000/shopify',
    webhooksUrl: 'http://localhost:3000/hooks/shopify',
    apiVersion: '2026-07',
    scopes: {
      required: ['read_products', 'read_orders', 'read_inventory', 'write_pixels', 'read_pixels'],
      optional: ['read_customers'],
    },
    topics: [],
    fetch: () => Promise.reject(new Error('Nothing is sent here.')),
    clock: clock.now,
    origin: () => origin,
    storefrontOrigin: () => origin,
  })
  shop.install()
  shop.grantScopes(['read_customers'])
  return shop
}

const money = '{ shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } }'
const address =
  '{ id firstName lastName name city province provinceCode country countryCodeV2 zip phone company address1 address2 }'
const page = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'
const subscription = `{
  id name status test trialDays createdAt currentPeriodEnd returnUrl
  lineItems { id plan { pricingDetails { __typename
    ... on AppRecurringPricing { interval planHandle price { amount currencyCode } discount { durationLimitInIntervals } }
    ... on AppUsagePricing { interval terms cappedAmount { amount currencyCode } balanceUsed { amount currencyCode } }
  } } }
}`

/** All fields that the store has, by operation. */
const documents: readonly (readonly [string, string, (shop: DemoShop) => object])[] = [
  [
    'the shop',
    `query Shop { shop { __typename id name email contactEmail shopOwnerName myshopifyDomain url
      primaryDomain { id host url sslEnabled } currencyCode ianaTimezone createdAt updatedAt
      shopAddress { id city country countryCodeV2 } plan { partnerDevelopment publicDisplayName shopifyPlus } } }`,
    () => ({}),
  ],
  [
    'the installation',
    `query Installation { currentAppInstallation { id launchUrl uninstallUrl accessScopes { handle description }
      app { id apiKey handle title embedded requestedAccessScopes { handle } optionalAccessScopes { handle } }
      activeSubscriptions ${subscription} allSubscriptions(first: 5) { nodes ${subscription} ${page} }
      oneTimePurchases(first: 5) { edges { cursor node { id name status test createdAt price { amount currencyCode } } } }
      metafield(namespace: "footfall", key: "site") { id legacyResourceId namespace key type value jsonValue ownerType createdAt updatedAt }
      metafields(first: 5, namespace: "footfall") { nodes { key value } } } }`,
    (shop) => {
      addSubscription(shop)
      shop.addPurchase({ name: 'Boost', returnUrl: origin, price: euros('5.00'), isTest: true })
      shop.answerGraphql({
        query: metafieldsSet,
        variables: metafieldVariables(shop),
      })
      return {}
    },
  ],
  [
    'orders',
    `query Orders($first: Int = 3, $after: String, $query: String) {
      orders(first: $first, after: $after, query: $query, sortKey: CREATED_AT) { ${page} edges { cursor node { __typename
        id legacyResourceId name number email phone note tags createdAt processedAt updatedAt cancelledAt cancelReason closed closedAt
        confirmed test fullyPaid unpaid sourceName currencyCode presentmentCurrencyCode customerLocale displayFinancialStatus displayFulfillmentStatus
        totalPriceSet ${money} subtotalPriceSet ${money} originalTotalPriceSet ${money} currentTotalPriceSet ${money} totalRefundedSet ${money}
        currentSubtotalLineItemsQuantity subtotalLineItemsQuantity
        shippingAddress ${address} billingAddress ${address} displayAddress ${address}
        customer { id displayName } refunds(first: 5) { id legacyResourceId createdAt updatedAt note totalRefundedSet ${money} } } } } }`,
    (shop) => {
      const [newest] = shop.state.orders
      if (newest) shop.refundOrder(newest.id)
      return { first: 2, query: "created_at:>='2026-02-01' financial_status:refunded" }
    },
  ],
  [
    'the items of orders',
    `query Items { orders(first: 4, reverse: true) { nodes { id lineItems(first: 5) { ${page} nodes { id title name variantTitle sku vendor
        quantity currentQuantity refundableQuantity isGiftCard requiresShipping
        originalUnitPriceSet ${money} discountedUnitPriceSet ${money} discountedUnitPriceAfterAllDiscountsSet ${money} originalTotalSet ${money}
        discountedTotalSet ${money} image { url altText width height } product { id } variant { id } } } } } }`,
    () => ({}),
  ],
  [
    'products',
    `query Products { products(first: 3, query: "status:active", sortKey: UPDATED_AT) { ${page} nodes {
        id legacyResourceId title handle description descriptionHtml status vendor productType tags createdAt updatedAt publishedAt
        onlineStoreUrl onlineStorePreviewUrl isGiftCard totalInventory tracksInventory hasOutOfStockVariants hasOnlyDefaultVariant
        priceRangeV2 { minVariantPrice { amount currencyCode } maxVariantPrice { amount currencyCode } } options { id name position values }
        featuredMedia { __typename id alt mediaContentType status preview { status image { url } } ... on MediaImage { mimeType image { id url } } }
        media(first: 2) { nodes { __typename ... on MediaImage { image { url width height } } } }
        variantsCount { count precision } } } }`,
    () => ({}),
  ],
  [
    'variants and stock',
    `query Variants { productVariants(first: 4) { ${page} nodes { id legacyResourceId title displayName sku barcode price compareAtPrice position
        availableForSale inventoryPolicy inventoryQuantity sellableOnlineQuantity taxable selectedOptions { name value } createdAt updatedAt
        product { id variants(first: 3) { nodes { id } } }
        inventoryItem { id legacyResourceId sku tracked requiresShipping createdAt updatedAt
          inventoryLevels(first: 1) { nodes { id isActive createdAt updatedAt location { id legacyResourceId name isActive } quantities(names: ["available"]) { id name quantity updatedAt } } } } } } }`,
    () => ({}),
  ],
  [
    'one inventory item',
    `query Item($id: ID!, $location: ID!) { inventoryItem(id: $id) { id tracked variants(first: 1) { nodes { id product { id } } }
        inventoryLevel(locationId: $location) { id item { id } quantities(names: ["available", "on_hand"]) { name quantity } } } }`,
    ({ state }) => ({
      id: gid('InventoryItem', state.products[0]?.variants[0]?.inventoryItemId ?? 0n),
      location: gid('Location', state.locationId),
    }),
  ],
  [
    'customers',
    `query Customers { customers(first: 3, query: "created_at:>2026-01-01") { ${page} nodes { id legacyResourceId firstName lastName displayName
        locale state verifiedEmail tags createdAt updatedAt numberOfOrders
        defaultAddress ${address} defaultEmailAddress { emailAddress marketingState validFormat } } } }`,
    (shop) => {
      shop.addCustomer({ firstName: 'Ann', email: 'ann@example.com' })
      return {}
    },
  ],
  [
    'nodes by id',
    `query Nodes($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Order { name } ... on Product { title } } }`,
    ({ state }) => ({
      ids: [gid('Order', state.orders[0]?.id ?? 0n), gid('Product', state.products[0]?.id ?? 0n)],
    }),
  ],
  [
    'charges by id',
    `query Charges($subscription: ID!, $purchase: ID!) {
      subscription: node(id: $subscription) { __typename ... on AppSubscription ${subscription} }
      purchase: node(id: $purchase) { __typename ... on AppPurchaseOneTime { id name status test createdAt price { amount currencyCode } } } }`,
    (shop) => {
      const { id } = shop.addPurchase({
        name: 'Boost',
        returnUrl: origin,
        price: euros('5.00'),
        isTest: true,
      })
      return {
        subscription: gid('AppSubscription', addSubscription(shop)),
        purchase: gid('AppPurchaseOneTime', id),
      }
    },
  ],
  [
    'a new subscription',
    `mutation Subscribe($lineItems: [AppSubscriptionLineItemInput!]!) {
      appSubscriptionCreate(name: "Pro", returnUrl: "${origin}/back", test: true, trialDays: 14, lineItems: $lineItems) {
        appSubscription ${subscription} confirmationUrl userErrors { field message } } }`,
    () => ({
      lineItems: [
        {
          plan: {
            appRecurringPricingDetails: {
              price: { amount: 19, currencyCode: 'USD' },
              interval: 'EVERY_30_DAYS',
            },
          },
        },
      ],
    }),
  ],
  [
    'a subscription that is canceled',
    `mutation Cancel($id: ID!) { appSubscriptionCancel(id: $id) { appSubscription { id status } userErrors { field message } } }`,
    (shop) => ({ id: gid('AppSubscription', addSubscription(shop)) }),
  ],
  [
    'a purchase',
    `mutation Buy { appPurchaseOneTimeCreate(name: "Boost", price: { amount: "5.00", currencyCode: EUR }, returnUrl: "${origin}/back", test: true) {
      appPurchaseOneTime { id name status test createdAt price { amount currencyCode } } confirmationUrl userErrors { field message } } }`,
    () => ({}),
  ],
  ['metafields', metafieldsText(), metafieldVariables],
  [
    'a web pixel',
    `mutation Pixel($settings: JSON!) { webPixelCreate(webPixel: { settings: $settings }) { webPixel { id settings } userErrors { code field message } } }`,
    () => ({ settings: '{"site":"1"}' }),
  ],
  [
    'a web pixel that there isn’t',
    `mutation PixelUpdate($id: ID!) { webPixelUpdate(id: $id, webPixel: { settings: "{}" }) { webPixel { id } userErrors { code field message } } }`,
    () => ({ id: gid('WebPixel', 1n) }),
  ],
]

function metafieldsText(): string {
  return `mutation Metafields($metafields: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $metafields) {
      metafields { id namespace key type value } userErrors { code field message elementIndex } } }`
}
const metafieldsSet = metafieldsText()

function metafieldVariables({ state }: DemoShop) {
  const ownerId = gid('AppInstallation', state.installation?.id ?? 0n)
  const type = 'single_line_text_field'
  return { metafields: [{ ownerId, namespace: 'footfall', key: 'site', type, value: 'abc' }] }
}

const euros = (amount: string) => ({ amount, currencyCode: 'EUR' })

function addSubscription(shop: DemoShop): bigint {
  const { id } = shop.addSubscription({
    name: 'Pro',
    returnUrl: `${origin}/back`,
    isTest: true,
    trialDays: 0,
    price: euros('19.00'),
    interval: 'EVERY_30_DAYS',
    cappedAmount: euros('50.00'),
    terms: '1 euro for 1,000 impressions',
    planHandle: null,
  })
  shop.answerCharge(id, true)
  return id
}

test.each(documents)(
  '%s: the document and its answer fit the schema',
  async (_name, text, prepare) => {
    const schema = await readAdminSchema()
    const shop = installedShop()

    const { data, errors } = shop.answerGraphql({
      query: text,
      variables: prepare(shop),
    }) as Answer

    expect(findDocumentErrors(schema, text)).toEqual([])
    expect(errors).toBeUndefined()
    expect(findAnswerErrors(schema, text, data)).toEqual([])
  },
)

test('the checks find unknown fields, missing values and wrong types', async () => {
  const schema = await readAdminSchema()
  const text = '{ shop { id name createdAt } }'
  const right = { id: 'gid://shopify/Shop/1', name: 'Shop', createdAt: '2026-03-02T10:00:00.000Z' }

  expect(findDocumentErrors(schema, '{ shop { color } }')).toHaveLength(1)
  expect(findAnswerErrors(schema, text, { shop: right })).toEqual([])
  expect(findAnswerErrors(schema, text, { shop: { ...right, name: null } })).toHaveLength(1)
  expect(findAnswerErrors(schema, text, { shop: { ...right, id: 1 } })).toHaveLength(1)
  expect(findAnswerErrors(schema, text, { shop: { ...right, color: 'red' } })).toHaveLength(1)
  expect(findAnswerErrors(schema, text, { shop: { id: right.id } })).toHaveLength(2)
})

test('the store refuses a field that the schema doesn’t have', () => {
  const shop = installedShop()

  expect(shop.answerGraphql({ query: '{ shop { color } }' })).toEqual({
    errors: [
      {
        message: "Field 'color' doesn't exist on type 'Shop'",
        extensions: { code: 'undefinedField', typeName: 'Shop', fieldName: 'color' },
      },
    ],
  })
})
