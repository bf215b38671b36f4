import { expect, test } from 'vitest'
import { recognizeColumns } from './file-columns.ts'
import { filePresets, recognizePreset } from './file-presets.ts'
import { readFile } from './read-file.server.ts'

/** Header lines as the shops write them, and one order. */
const files = {
  shopify: {
    head: 'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping City,Shipping Country,Notes,Cancelled at,Payment Method,Id,Tags',
    order: {
      Name: '#1001',
      'Financial Status': 'partially_refunded',
      'Paid at': '2026-01-31 09:50:26 +0200',
      Total: '53.91',
      Currency: 'EUR',
      'Lineitem name': 'Blue Kettle',
      'Billing Name': 'Ann Mary Smith',
      'Billing City': 'Utrecht',
      'Billing Country': 'NL',
      Id: '7410991464714',
    },
    fact: {
      id: '7410991464714',
      occurred_at: '2026-01-31T07:50:26.000Z',
      person: { first_name: 'Ann', last_name: 'Mary Smith', city: 'Utrecht', country: 'NL' },
      items: [{ title: 'Blue Kettle' }],
      total: 53.91,
      currency: 'EUR',
    },
  },
  squarespace: {
    head: 'Order ID,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Amount Refunded,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem variant,Billing Name,Billing City,Billing Country,Shipping Name,Shipping City,Shipping Country,Cancelled at,Private Notes,Payment Method',
    order: {
      'Order ID': '00012',
      'Financial Status': 'PAID',
      'Paid at': '7/25/2026 21:06',
      Total: '30',
      Currency: 'USD',
      'Lineitem name': 'Coffee',
      'Billing Name': 'Henri Lee',
      'Billing City': 'Sunnyvale',
      'Billing Country': 'United States',
    },
    fact: {
      id: '00012',
      occurred_at: '2026-07-25T21:06:00.000Z',
      person: { first_name: 'Henri', last_name: 'Lee', city: 'Sunnyvale', country: 'US' },
      items: [{ title: 'Coffee' }],
      total: 30,
      currency: 'USD',
    },
  },
  woocommerce: {
    head: 'Order Number,Order Status,Order Date,Customer Note,First Name (Billing),Last Name (Billing),Company (Billing),Address 1&2 (Billing),City (Billing),State Code (Billing),Postcode (Billing),Country Code (Billing),Email (Billing),Phone (Billing),Payment Method Title,Order Total Amount,SKU,Item #,Item Name,Quantity',
    order: {
      'Order Number': '5001',
      'Order Status': 'Processing',
      'Order Date': '2026-01-31 09:30',
      'First Name (Billing)': 'Ann',
      'Last Name (Billing)': 'Smith',
      'City (Billing)': 'Utrecht',
      'Country Code (Billing)': 'NL',
      'Order Total Amount': '36.00',
      'Item Name': 'Blue Kettle',
    },
    fact: {
      id: '5001',
      occurred_at: '2026-01-31T09:30:00.000Z',
      person: { first_name: 'Ann', last_name: 'Smith', city: 'Utrecht', country: 'NL' },
      items: [{ title: 'Blue Kettle' }],
      total: 36,
    },
  },
  'woocommerce-analytics': {
    head: 'Date,Order #,Status,Customer,Customer type,Product(s),Items sold,Coupon(s),N. Revenue',
    order: {
      Date: '2026-01-31 09:30:00',
      'Order #': '5001',
      Status: 'completed',
      Customer: 'Ann Smith',
      'Product(s)': '1× Kettle, blue, 2× Cup',
    },
    fact: {
      id: '5001',
      occurred_at: '2026-01-31T09:30:00.000Z',
      person: { first_name: 'Ann', last_name: 'Smith' },
      items: [{ title: 'Kettle, blue' }],
    },
  },
  'etsy-items': {
    head: 'Sale Date,Item Name,Buyer,Quantity,Price,Coupon Code,Coupon Details,Discount Amount,Shipping Discount,Order Shipping,Order Sales Tax,Item Total,Currency,Transaction ID,Listing ID,Date Paid,Date Shipped,Ship Name,Ship Address1,Ship City,Ship State,Ship Zipcode,Ship Country,Order ID,Variations,Order Type,Listings Type,Payment Type,SKU',
    order: {
      'Sale Date': '08/03/26',
      'Item Name': 'Sunset Fox Card',
      'Date Paid': '08/04/26',
      'Ship Name': 'Jane Doe',
      'Ship City': 'Austin',
      'Ship Country': 'United States',
      'Order ID': '3001',
      Currency: 'USD',
    },
    fact: {
      id: '3001',
      occurred_at: '2026-08-04T00:00:00.000Z',
      person: { first_name: 'Jane', last_name: 'Doe', city: 'Austin', country: 'US' },
      items: [{ title: 'Sunset Fox Card' }],
      currency: 'USD',
    },
  },
  etsy: {
    head: 'Sale Date,Order ID,Buyer User ID,Full Name,First Name,Last Name,Number of Items,Payment Method,Date Shipped,Street 1,Street 2,Ship City,Ship State,Ship Zipcode,Ship Country,Currency,Order Value,Coupon Code,Coupon Details,Discount Amount,Shipping Discount,Shipping,Sales Tax,Order Total,Status,Card Processing Fees,Order Net,Buyer,Order Type,Payment Type,SKU',
    order: {
      'Sale Date': '09/03/26',
      'Order ID': '9001',
      'Full Name': 'Jane Doe',
      'First Name': 'Jane',
      'Last Name': 'Doe',
      'Ship City': 'Kamloops',
      'Ship Country': 'Canada',
      Currency: 'CAD',
      'Order Total': '1,176.00',
    },
    fact: {
      id: '9001',
      occurred_at: '2026-09-03T00:00:00.000Z',
      person: { first_name: 'Jane', last_name: 'Doe', city: 'Kamloops', country: 'CA' },
      total: 1176,
      currency: 'CAD',
    },
  },
  bigcommerce: {
    head: 'Order ID,Customer ID,Customer Name,Customer Email,Customer Phone,Order Date,Order Status,Subtotal (inc tax),Subtotal (ex tax),Tax Total,Order Total (inc tax),Order Total (ex tax),Payment Method,Total Quantity,Date Shipped,Order Currency Code,Order Notes,Billing First Name,Billing Last Name,Billing Suburb,Billing Country,Shipping Suburb,Shipping Country,Product Details',
    order: {
      'Order ID': '118',
      'Order Date': '31/01/2026',
      'Order Status': 'Awaiting Fulfillment',
      'Order Total (inc tax)': '49.95',
      'Order Currency Code': 'AUD',
      'Billing First Name': 'Ann',
      'Billing Last Name': 'Smith',
      'Billing Suburb': 'Perth',
      'Billing Country': 'Australia',
      'Product Details':
        'Product ID: 93, Product Qty: 1, Product SKU: , Product Name: Kettle, blue, Product Weight: 1.0000, Product Total Price: 49.95',
    },
    fact: {
      id: '118',
      occurred_at: '2026-01-31T00:00:00.000Z',
      person: { first_name: 'Ann', last_name: 'Smith', city: 'Perth', country: 'AU' },
      items: [{ title: 'Kettle, blue' }],
      total: 49.95,
      currency: 'AUD',
    },
  },
} as const

type Order = Readonly<Record<string, string>>

function read(id: keyof typeof files, orders: readonly Order[]) {
  const names = files[id].head.split(',')
  const preset = recognizePreset('purchase', names)
  const rows = orders.map((order, row) => ({
    line: row + 2,
    cells: names.map((name) => order[name] ?? ''),
  }))
  const places = recognizeColumns('purchase', names, preset)
  const table = { names, rows }
  return { preset, ...readFile(table, { kind: 'purchase', places, preset, timeZone: 'UTC' }) }
}

test('every preset has its file here', () => {
  expect(Object.keys(files).sort()).toEqual(filePresets.map(({ id }) => id).sort())
})

test.each(Object.keys(files) as (keyof typeof files)[])('%s: an order as exported', (id) => {
  const { preset, reports, faulty } = read(id, [files[id].order])

  expect(preset?.id).toBe(id)
  expect(faulty).toEqual([])
  expect(reports.map(({ report }) => report.fact)).toMatchObject([
    { kind: 'purchase', state: 'confirmed', ...files[id].fact },
  ])
})

test('an order of several rows is one purchase, even if its further rows lack values', () => {
  const { order } = files.shopify
  const further = { Name: '#1001', 'Lineitem name': 'Green Cup' }
  const unpaid = { ...order, Name: '#1002', Id: '8', 'Financial Status': 'pending' }

  const { reports, faulty } = read('shopify', [
    ...[order, further],
    ...[unpaid, { ...further, Name: '#1002' }],
  ])

  expect(reports.map(({ report }) => report.fact.items)).toEqual([
    [{ title: 'Blue Kettle' }, { title: 'Green Cup' }],
  ])
  expect(faulty).toMatchObject([{ line: 4, faults: [{ column: 'state' }] }])
})

test('without its ID, the name of an order in Shopify is its number', () => {
  const names = ['Name', 'Financial Status', 'Paid at', 'Lineitem name']
  const preset = recognizePreset('purchase', names)

  expect(recognizeColumns('purchase', names, preset)).toEqual({
    id: 0,
    state: 1,
    occurred_at: 2,
    product: 3,
  })
})

test.each([
  ['purchase', 'order id,date,product,city'],
  ['purchase', 'Name,Email,Paid at'],
  ['signup', files.shopify.head],
  ['review', files['etsy-items'].head],
] as const)('a file of %s with %s is none of a known shop', (kind, head) => {
  expect(recognizePreset(kind, head.split(','))).toBeNull()
})

test('dates that could be in two months are refused where the shop doesn’t fix their order', () => {
  const { order } = files.bigcommerce
  const { faulty } = read('bigcommerce', [{ ...order, 'Order Date': '03/04/2026' }])

  expect(faulty).toMatchObject([{ faults: [{ column: 'occurred_at' }] }])
})
