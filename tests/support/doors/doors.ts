/** The doors that orders come in by: an order as each gets it, and what it reads from that. */
import { createShopData } from '#app/clients/shopify/shop-data.server.ts'
import { activityInput } from '#app/contract/activities.ts'
import { stripEmail, type ActivityReport } from '#app/domain/activities/activity-row.server.ts'
import { recognizePreset } from '#app/domain/imports/file-presets.ts'
import { readTable } from '#app/domain/imports/file-table.server.ts'
import { recognizeColumns } from '#app/domain/imports/match-columns.ts'
import { readFile } from '#app/domain/imports/read-file.server.ts'
import { activityOfOrder } from '#app/domain/shops/shop-activities.ts'
import * as bigcommerce from '#app/integrations/records/bigcommerce.ts'
import * as magento from '#app/integrations/records/magento.ts'
import * as shopify from '#app/integrations/records/shopify.ts'
import * as wix from '#app/integrations/records/wix.ts'
import * as woocommerce from '#app/integrations/records/woocommerce.ts'
import { factOf, type ActivityRecord } from '#app/integrations/record.ts'
import { applyMapping } from '#app/integrations/smart/apply-mapping.ts'
import { mapping } from '#app/integrations/smart/mapping.ts'
import { isActivity } from '#app/integrations/record.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import { ProviderReply } from '#app/lib/web/provider-reply.ts'
import { selfHostedSamples } from '../import-files/self-hosted-samples.ts'
import { shopSamples } from '../import-files/shop-samples.ts'
import { textOfSample, type SampleRow } from '../import-files/sample-file.ts'
import type { TrueLine, TrueOrder } from './random-orders.ts'

export type Door = {
  name: string
  /** Whether it says which orders are tests. */
  knowsTests: boolean
  /** Reports in any order; none for an order that isn't paid. */
  read: (orders: readonly TrueOrder[], secrets: Secrets) => Promise<ActivityReport[]>
}

const decimal = (cents: number) => (cents / 100).toFixed(2)
const minuteOf = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')
const kept = ({ lines }: TrueOrder) => lines.filter(({ quantity }) => quantity > 0)
/** As WordPress writes titles. */
const encoded = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A door that gets one order at a time. */
const each = (
  name: string,
  knowsTests: boolean,
  recordOf: (order: TrueOrder) => ActivityRecord | null,
): Door => ({
  name,
  knowsTests,
  read: (orders, secrets) =>
    Promise.resolve(
      orders.flatMap((order) => {
        const record = recordOf(order)
        return record === null ? [] : [stripEmail(secrets, factOf(record))]
      }),
    ),
})

const restApi: Door = {
  name: 'the REST API',
  knowsTests: true,
  read: (orders, secrets) =>
    Promise.resolve(
      orders.flatMap((order) => {
        const { state } = order
        if (state === 'unpaid') return []
        const fact = activityInput.parse({
          kind: 'purchase',
          id: order.number,
          occurred_at: order.at.toISOString(),
          state,
          test: order.isTest,
          person: {
            first_name: order.first,
            last_name: order.last,
            email: order.email,
            city: order.city,
            country: order.country,
          },
          items: kept(order).map(({ title, cents, quantity }) => ({
            title,
            quantity,
            price: cents / 100,
          })),
          total: order.totalCents / 100,
          currency: order.currency,
        })
        return [stripEmail(secrets, fact)]
      }),
    ),
}

const shopifyStatus = {
  confirmed: 'paid',
  refunded: 'refunded',
  cancelled: 'paid',
  unpaid: 'pending',
} as const

const shopifyAddress = ({ first, last, city, country }: TrueOrder) => ({
  first_name: first,
  last_name: last,
  city,
  country_code: country,
})

const shopifyWebhook = each('a webhook of Shopify', true, (one) =>
  shopify.orderRecord(
    shopify.order.parse({
      id: Number(one.number),
      test: one.isTest,
      created_at: one.at.toISOString(),
      processed_at: one.at.toISOString(),
      cancelled_at: one.state === 'cancelled' ? one.at.toISOString() : null,
      financial_status: shopifyStatus[one.state],
      currency: one.currency,
      total_price: decimal(one.totalCents),
      email: one.email,
      customer: { id: 7, first_name: one.first, default_address: shopifyAddress(one) },
      billing_address: shopifyAddress(one),
      shipping_address: shopifyAddress(one),
      line_items: one.lines.map((line, index) => ({
        title: line.title,
        quantity: Math.max(1, line.quantity),
        current_quantity: line.quantity,
        gift_card: line.kind === 'gift-card',
        price: decimal(line.cents),
        product_id: 900 + index,
      })),
    }),
  ),
)

/** The order as both of Shopify's Admin API clients ask for it. */
function adminNode(one: TrueOrder) {
  const address = { firstName: one.first, city: one.city, countryCodeV2: one.country }
  return {
    id: `gid://shopify/Order/${one.number}`,
    test: one.isTest,
    createdAt: one.at.toISOString(),
    processedAt: one.at.toISOString(),
    cancelledAt: one.state === 'cancelled' ? one.at.toISOString() : null,
    displayFinancialStatus: shopifyStatus[one.state].toUpperCase(),
    currencyCode: one.currency,
    totalPriceSet: { shopMoney: { amount: decimal(one.totalCents) } },
    email: one.email,
    billingAddress: address,
    shippingAddress: address,
    lineItems: {
      nodes: one.lines.map((line) => ({
        title: line.title,
        quantity: Math.max(1, line.quantity),
        currentQuantity: line.quantity,
        isGiftCard: line.kind === 'gift-card',
        originalUnitPriceSet: { shopMoney: { amount: decimal(line.cents) } },
        product: { id: 'gid://shopify/Product/9' },
        variant: { id: 'gid://shopify/ProductVariant/9' },
      })),
    },
  }
}

const shopifyNode = each('the Admin API of Shopify', true, (one) =>
  shopify.orderRecord(shopify.orderNode.parse(adminNode(one))),
)

const shopifyApp: Door = {
  name: 'the app for Shopify',
  knowsTests: true,
  async read(orders, secrets) {
    let asked: TrueOrder | undefined
    const { readOrder } = createShopData({
      call: () => Promise.reject(new Error('Only orders are read.')),
      ask: () =>
        Promise.resolve({
          data: { order: asked && adminNode(asked) },
          refusals: null,
          reply: new ProviderReply({ status: 200, headers: {}, text: '' }),
        }),
    })
    const reports: ActivityReport[] = []
    for (const order of orders) {
      asked = order
      const read = await readOrder({ shop: '', accessToken: '' }, order.number)
      const fact = read && activityOfOrder(read, () => undefined)
      if (fact) reports.push(stripEmail(secrets, fact))
    }
    return reports
  },
}

const woocommerceStatus = {
  confirmed: 'processing',
  refunded: 'refunded',
  cancelled: 'cancelled',
  unpaid: 'on-hold',
} as const

const woocommerceWebhook = each('a webhook of WooCommerce', false, (one) =>
  woocommerce.orderRecord(
    woocommerce.orderShape.parse({
      id: Number(one.number),
      status: woocommerceStatus[one.state],
      currency: one.currency,
      total: decimal(one.totalCents),
      date_created_gmt: one.at.toISOString().slice(0, 19),
      date_paid_gmt: one.at.toISOString().slice(0, 19),
      billing: {
        first_name: one.first,
        last_name: one.last,
        city: one.city,
        country: one.country,
        email: one.email,
      },
      line_items: kept(one).map(({ title, cents, quantity }, index) => ({
        name: encoded(title),
        product_id: 900 + index,
        quantity,
        price: cents / 100,
        image: { id: '', src: '' },
      })),
    }),
  ),
)

const bigcommerceStatus = { confirmed: 10, refunded: 4, cancelled: 5, unpaid: 7 } as const

const bigcommerceOrder = each('an order of BigCommerce', false, (one) =>
  bigcommerce.orderRecord(
    bigcommerce.order.parse({
      id: Number(one.number),
      status_id: bigcommerceStatus[one.state],
      date_created: one.at.toUTCString().replace('GMT', '+0000'),
      total_inc_tax: `${decimal(one.totalCents)}00`,
      currency_code: one.currency,
      billing_address: {
        first_name: one.first,
        last_name: one.last,
        email: one.email,
        city: one.city,
        country_iso2: one.country,
      },
    }),
    kept(one).map(({ title, cents, quantity }, index) =>
      bigcommerce.orderItem.parse({
        name: title,
        product_id: 900 + index,
        quantity,
        price_inc_tax: `${decimal(cents)}00`,
      }),
    ),
  ),
)

const magentoState = {
  confirmed: 'processing',
  refunded: 'closed',
  cancelled: 'canceled',
  unpaid: 'new',
} as const

const magentoOrder = each('an order of Magento', false, (one) =>
  magento.orderRecord(
    magento.order.parse({
      entity_id: Number(one.number),
      created_at: one.at.toISOString().slice(0, 19).replace('T', ' '),
      state: magentoState[one.state],
      grand_total: one.totalCents / 100,
      order_currency_code: one.currency,
      customer_email: one.email,
      customer_firstname: one.first,
      billing_address: { firstname: one.first, city: one.city, country_id: one.country },
      items: kept(one).map(({ title, cents, quantity }, index) => ({
        name: title,
        product_id: 900 + index,
        qty_ordered: quantity,
        price_incl_tax: cents / 100,
      })),
    }),
  ),
)

const wixStatus = {
  confirmed: ['APPROVED', 'PAID'],
  refunded: ['APPROVED', 'FULLY_REFUNDED'],
  cancelled: ['CANCELED', 'PAID'],
  unpaid: ['APPROVED', 'NOT_PAID'],
} as const

const wixOrder = each('an order of Wix', false, (one) => {
  const [status, paymentStatus] = wixStatus[one.state]
  return wix.orderRecord(
    wix.order.parse({
      id: one.number,
      createdDate: one.at.toISOString(),
      purchasedDate: one.at.toISOString(),
      status,
      paymentStatus,
      currency: one.currency,
      buyerInfo: { email: one.email },
      billingInfo: {
        address: { city: one.city, country: one.country },
        contactDetails: { firstName: one.first, lastName: one.last },
      },
      lineItems: kept(one).map(({ title, cents, quantity }) => ({
        productName: { original: title },
        quantity,
        price: { amount: decimal(cents) },
      })),
      priceSummary: { total: { amount: decimal(one.totalCents) } },
    }),
  )
})

const smartMapping = mapping.parse({
  v: 1,
  kind: 'purchase',
  states: {
    refunded: [{ at: '/status', op: 'eq', value: 'refunded' }],
    cancelled: [{ at: '/status', op: 'eq', value: 'cancelled' }],
  },
  when: [{ at: '/status', op: 'in', value: ['confirmed'] }],
  items: '/lines',
  id: ['/number'],
  set: {
    'person.first_name': { at: ['/buyer'], do: ['first_word'] },
    'person.email': { at: ['/email'], do: [] },
    'person.city': { at: ['/town'], do: [] },
    'person.country': { at: ['/country'], do: ['country_iso2'] },
    'item.title': { at: ['@/name'], do: [] },
    'item.price': { at: ['@/price'], do: ['decimal'] },
    'item.quantity': { at: ['@/count'], do: ['decimal'] },
    total: { at: ['/total'], do: ['decimal'] },
    currency: { at: ['/currency'], do: ['upper'] },
    occurred_at: { at: ['/created'], do: [{ date: 'auto' }] },
  },
})

const smartWebhook = each('a smart webhook', false, (one) => {
  const delivery = {
    number: one.number,
    status: one.state,
    buyer: `${one.first} ${one.last}`,
    email: one.email,
    town: one.city,
    country: one.country,
    lines: kept(one).map(({ title, cents, quantity }) => ({
      name: title,
      price: decimal(cents),
      count: quantity,
    })),
    total: decimal(one.totalCents),
    currency: one.currency,
    created: one.at.toISOString(),
  }
  const { records, problems } = applyMapping(smartMapping, delivery, one.at)
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  const [record] = records
  return record && isActivity(record) ? record : null
})

/** A file of at most so many orders, for its limit of rows. */
const ordersPerFile = 1_000

type OrderFile = {
  head: string
  /** The first row has the order's fields. */
  order: (order: TrueOrder) => SampleRow
  line: (line: TrueLine) => SampleRow
  /** Repeated in each row. */
  repeated: readonly string[]
}

const file = (name: string, { head, order, line, repeated }: OrderFile): Door => ({
  name,
  knowsTests: false,
  async read(orders, secrets) {
    const reports: ActivityReport[] = []
    for (let start = 0; start < orders.length; start += ordersPerFile) {
      const rows = orders.slice(start, start + ordersPerFile).flatMap((one) => {
        const fields = order(one)
        const again = Object.fromEntries(repeated.map((column) => [column, fields[column] ?? '']))
        return kept(one).map((item, index) => ({
          ...(index === 0 ? fields : again),
          ...line(item),
        }))
      })
      const table = await readTable(secrets, Buffer.from(textOfSample({ head, rows })))
      const preset = recognizePreset('purchase', table.names)
      const places = recognizeColumns('purchase', table.names, preset)
      const options = { kind: 'purchase', places, preset, timeZone: 'UTC', dayOrder: null } as const
      const read = readFile(table, options)
      const isUnpaid = new Set(
        orders.filter((one) => one.state === 'unpaid').map((one) => one.number),
      )
      const lost = read.faulty.filter(({ cells }) => !isUnpaid.has(cells.id ?? ''))
      if (lost.length > 0) throw new Error(JSON.stringify(lost[0]))
      reports.push(...read.reports.map(({ report }) => report))
    }
    return reports
  },
})

const shopifyFile = file('a file of Shopify', {
  head: shopSamples.shopify[0].head,
  order: (one) => ({
    Name: `#${one.number.slice(3)}`,
    Email: one.email,
    'Financial Status': shopifyStatus[one.state],
    'Paid at': one.state === 'unpaid' ? '' : `${minuteOf(one.at)}:00 +0000`,
    'Created at': `${minuteOf(one.at)}:00 +0000`,
    'Cancelled at': one.state === 'cancelled' ? `${minuteOf(one.at)}:00 +0000` : '',
    'Refunded Amount': one.state === 'refunded' ? decimal(one.totalCents) : '0.00',
    Total: decimal(one.totalCents),
    Currency: one.currency,
    'Billing Name': `${one.first} ${one.last}`,
    'Billing City': one.city,
    'Billing Country': one.country,
    'Shipping Name': `${one.first} ${one.last}`,
    'Shipping City': one.city,
    'Shipping Country': one.country,
    Id: one.number,
  }),
  line: ({ title, cents, quantity }) => ({
    'Lineitem name': title,
    'Lineitem price': decimal(cents),
    'Lineitem quantity': String(quantity),
  }),
  repeated: ['Name', 'Email', 'Created at'],
})

const woocommerceFile = file('a file of WooCommerce', {
  head: `${selfHostedSamples.woocommerce[0]?.head ?? ''},Order Currency`,
  order: (one) => ({
    'Order Number': one.number,
    'Order Status': {
      confirmed: 'Processing',
      refunded: 'Refunded',
      cancelled: 'Cancelled',
      unpaid: 'On hold',
    }[one.state],
    'Order Date': minuteOf(one.at),
    'First Name (Billing)': one.first,
    'Last Name (Billing)': one.last,
    'City (Billing)': one.city,
    'Country Code (Billing)': one.country,
    'Email (Billing)': one.email,
    'Order Total Amount': decimal(one.totalCents),
    'Order Currency': one.currency,
  }),
  line: ({ title, cents, quantity }) => ({
    'Item Name': encoded(title),
    'Item Cost': decimal(cents),
    'Quantity (- Refund)': String(quantity),
  }),
  repeated: ['Order Number'],
})

export const doors: readonly Door[] = [
  ...[
    restApi,
    shopifyWebhook,
    shopifyNode,
    shopifyApp,
    woocommerceWebhook,
    bigcommerceOrder,
    magentoOrder,
  ],
  ...[wixOrder, smartWebhook, shopifyFile, woocommerceFile],
]
