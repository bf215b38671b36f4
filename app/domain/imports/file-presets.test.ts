import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  namesIn,
  type SampleFile,
  type SampleRow,
} from '#tests/support/import-files/sample-file.ts'
import {
  orderFiles as files,
  orderSamples as samples,
} from '#tests/support/import-files/samples.ts'
import { recognizeColumns } from './match-columns.ts'
import { filePresets, recognizePreset } from './file-presets.ts'
import { presetLabels } from './preset-labels.ts'
import { readFile } from './read-file.server.ts'

function read({ head, rows: given }: Pick<SampleFile, 'head' | 'rows'>) {
  const names = namesIn(head)
  const preset = recognizePreset('purchase', names)
  const rows = given.map((order, row) => ({
    line: row + 2,
    cells: names.map((name) => order[name] ?? ''),
  }))
  const places = recognizeColumns('purchase', names, preset)
  const options = { kind: 'purchase', places, preset, timeZone: 'UTC', dayOrder: null } as const
  return { preset, ...readFile({ names, rows }, options) }
}

const sampleOf = (id: string, place = 0): SampleFile => {
  const file = samples[id]?.[place]
  if (!file) throw new Error(`There is no file ${String(place)} of ${id}.`)
  return file
}

/** Cells that replace those of the first order. */
function readFirst(id: string, cells: SampleRow, place = 0) {
  const file = sampleOf(id, place)
  return read({ ...file, rows: [{ ...file.rows[0], ...cells }] })
}

test('every preset for orders has its file here', () => {
  const ids = filePresets.filter(({ kind }) => kind === 'purchase').map(({ id }) => id)

  expect(Object.keys(samples).sort()).toEqual(ids.sort())
})

test('the documentation lists every preset with its source', () => {
  const page = readFileSync('docs/integrations.md', 'utf8')
  const labels = Object.values(presetLabels).flatMap((list) => Object.values(list))

  expect(labels).toHaveLength(filePresets.length)
  for (const label of labels) expect(page).toContain(`| ${label} |`)
})

test.each(files)('$title: the header line is recognized, and needs no choice', ({ id, file }) => {
  const { preset, reports, faulty, isDayOrderOpen } = read({ ...file, rows: file.rows.slice(0, 1) })

  expect(preset?.id).toBe(id)
  expect(isDayOrderOpen).toBe(false)
  expect(faulty).toEqual([])
  expect(reports.map(({ report }) => report.fact)).toMatchObject([
    { kind: 'purchase', state: 'confirmed', test: false },
  ])
})

/** States of all orders of each file, and of those that are refused, why. */
const outcomes: Readonly<Record<string, readonly string[]>> = {
  shopify: ['confirmed', 'cancelled', 'test', 'free', 'Not paid, so it isn’t a sale.'],
  squarespace: ['confirmed', 'refunded'],
  wix: ['confirmed', 'cancelled', 'Not paid, so it isn’t a sale.'],
  bigcommerce: ['confirmed', 'cancelled', 'refunded', 'Not paid, so it isn’t a sale.'],
  'etsy-items': ['confirmed', 'Not paid, so it isn’t a sale.'],
  etsy: ['confirmed', 'refunded', 'cancelled', 'confirmed'],
  'woocommerce-analytics': ['confirmed', 'refunded'],
  'woocommerce-webtoffee': ['confirmed', 'Not paid, so it isn’t a sale.', 'cancelled'],
  'woocommerce-skyverge': ['confirmed', 'refunded'],
  stripe: ['confirmed', 'refunded', 'test', 'Not paid, so it isn’t a sale.', 'cancelled'],
}

const magento = ['confirmed', 'refunded', 'cancelled', 'Not paid, so it isn’t a sale.']
const prestashop = ['confirmed', 'cancelled', 'Not paid, so it isn’t a sale.', 'refunded']
const paypal = [
  ...['confirmed', 'This isn’t a customer’s payment.', 'A negative amount isn’t a sale.'],
  ...['This isn’t a customer’s payment.', 'Not paid, so it isn’t a sale.'],
]

function outcomesOf(file: SampleFile): string[] {
  const { reports, faulty } = read(file)
  const states = [
    ...reports.map(({ line, report: { fact } }) => {
      if (fact.test) return { line, outcome: 'test' }
      return { line, outcome: fact.total === 0 ? 'free' : fact.state }
    }),
    ...faulty.map(({ line, faults: [fault] }) => ({ line, outcome: fault?.sentence ?? '' })),
  ]
  return states.toSorted((one, other) => one.line - other.line).map(({ outcome }) => outcome)
}

test.each(Object.entries(outcomes))('%s: only sales are confirmed', (id, expected) => {
  expect(outcomesOf(sampleOf(id))).toEqual(expected)
})

test.each(files.filter(({ id }) => id === 'magento'))('$title: states in its words', ({ file }) => {
  expect(outcomesOf(file)).toEqual(magento)
})

test.each(files.filter(({ id }) => id === 'prestashop'))(
  '$title: states in its words',
  ({ file }) => {
    expect(outcomesOf(file)).toEqual(prestashop)
  },
)

test.each(files.filter(({ id }) => id === 'paypal'))('$title: only payments count', ({ file }) => {
  expect(outcomesOf(file)).toEqual(paypal.slice(0, file.rows.length))
})

test.each(files.filter(({ id }) => id === 'woocommerce'))(
  '$title: states in its words',
  ({ file }) => {
    expect(outcomesOf(file).slice(0, 2)).toEqual(['confirmed', 'cancelled'])
  },
)

test.each([
  [
    ...(['shopify', 0] as const),
    {
      id: '7410991464714',
      occurred_at: '2026-01-31T07:50:26.000Z',
      person: { first_name: 'Ann', last_name: 'Mary Smith', city: 'Utrecht', country: 'NL' },
      items: [{ title: 'Blue Kettle' }],
      total: 53.91,
      currency: 'EUR',
    },
  ],
  [
    ...(['squarespace', 0] as const),
    { id: '00012', occurred_at: '2026-01-25T21:06:00.000Z', person: { country: 'US' }, total: 30 },
  ],
  [
    ...(['wix', 0] as const),
    {
      id: '10012',
      occurred_at: '2025-12-08T09:15:51.000Z',
      person: { first_name: 'Ann', city: 'Berlin', country: 'DE' },
      items: [{ title: 'Blue Kettle' }],
    },
  ],
  [
    ...(['bigcommerce', 0] as const),
    {
      occurred_at: '2026-01-31T14:05:09.000Z',
      person: { first_name: 'Ann', last_name: 'Smith', city: 'Perth', country: 'AU' },
      items: [{ title: 'Kettle, blue' }],
      total: 49.95,
    },
  ],
  [...(['etsy', 0] as const), { total: 1176, person: { country: 'NL' } }],
  [...(['etsy', 1] as const), { total: 12, person: { city: 'Leeds', country: 'GB' } }],
  [...(['etsy-items', 0] as const), { occurred_at: '2026-01-04T00:00:00.000Z' }],
  [...(['woocommerce', 1] as const), { id: '5001', total: 1299, person: { city: 'Utrecht' } }],
  [...(['woocommerce', 2] as const), { id: '5001', items: [{ title: 'Blue Kettle' }] }],
  [...(['woocommerce-analytics', 0] as const), { items: [{ title: 'Kettle, blue' }] }],
  [...(['woocommerce-webtoffee', 0] as const), { id: '5001', items: [{ title: 'Mug' }] }],
  [...(['woocommerce-skyverge', 0] as const), { id: '5001', items: [{ title: 'Mug: blue' }] }],
  [...(['woocommerce-skyverge', 2] as const), { id: '5001', items: [{ title: 'Mug' }] }],
  [
    ...(['magento', 2] as const),
    { occurred_at: '2026-01-31T10:00:00.000Z', person: { first_name: 'Ann' }, total: 49 },
  ],
  [
    ...(['prestashop', 1] as const),
    { id: '1', person: { country: 'DE' }, total: 49.95, currency: 'EUR' },
  ],
  [
    ...(['stripe', 0] as const),
    { id: 'pi_1', occurred_at: '2026-01-31T09:30:00.000Z', total: 49.95, currency: 'EUR' },
  ],
  [
    ...(['paypal', 1] as const),
    { id: '1AB1', occurred_at: '2026-01-31T09:12:00.000Z', total: 1024.9, currency: 'EUR' },
  ],
  [...(['paypal', 0] as const), { occurred_at: '2026-01-31T09:12:00.000Z', total: 1024.9 }],
] as const)('%s, file %d: its first order', (id, place, fact) => {
  const file = sampleOf(id, place)
  const { reports } = read({ ...file, rows: file.rows.slice(0, 1) })

  expect(reports.map(({ report }) => report.fact)).toMatchObject([fact])
})

test('an order of several rows is one purchase, even if its further rows lack values', () => {
  const { rows, head } = sampleOf('shopify')
  const further = { Name: '#1001', 'Lineitem name': 'Green Cup' }

  const { reports, faulty } = read({ head, rows: [rows[0] ?? {}, further, further] })

  expect(faulty).toEqual([])
  expect(reports.map(({ report }) => report.fact.items)).toEqual([
    [{ title: 'Blue Kettle' }, { title: 'Green Cup' }],
  ])
})

test('in each row, the first column with a value counts', () => {
  const { reports } = readFirst('shopify', {
    Id: '',
    'Paid at': '',
    'Created at': '2026-01-31 09:00:00 +0000',
    'Billing Name': '',
    'Billing City': '',
    'Billing Country': '',
    'Shipping Name': 'Bea Roe',
    'Shipping City': 'Reno',
    'Shipping Country': 'US',
  })

  expect(reports.map(({ report }) => report.fact)).toMatchObject([
    {
      id: '#1001',
      occurred_at: '2026-01-31T09:00:00.000Z',
      person: { first_name: 'Bea', city: 'Reno', country: 'US' },
    },
  ])
})

test('a buyer isn’t named in the town of the person who gets the present', () => {
  const shipping = { 'Shipping Name': 'Bob Roe', 'Shipping City': 'Reno', 'Shipping Country': 'US' }
  const { reports } = readFirst('shopify', { ...shipping, 'Billing City': '' })
  const [person] = reports.map(({ report }) => report.fact.person)

  expect(person).toMatchObject({ first_name: 'Ann', country: 'NL' })
  expect(person?.city).toBeUndefined()
})

test.each(['5.1E+12', '5,1E+12', '7.41099E+12'])(
  'an ID that Excel shortened to %s is refused',
  (id) => {
    const { reports, faulty } = readFirst('shopify', { Id: id })

    expect(reports).toEqual([])
    expect(faulty).toMatchObject([
      {
        faults: [
          {
            column: 'id',
            sentence: 'Excel has shortened this number. Import the file as your shop exported it.',
          },
        ],
      },
    ])
  },
)

test('an unknown status is refused with its reason', () => {
  expect(readFirst('shopify', { 'Financial Status': 'weighed' }).faulty).toMatchObject([
    {
      faults: [
        {
          column: 'state',
          sentence: 'We don’t know this status. Use paid, cancelled or refunded.',
        },
      ],
    },
  ])
})

test.each([
  ['purchase', 'order id,date,product,city'],
  ['purchase', 'Name,Email,Paid at'],
  ['signup', sampleOf('shopify').head],
  ['review', sampleOf('etsy-items').head],
] as const)('a file of %s is none of a known shop', (kind, head) => {
  expect(recognizePreset(kind, head.split(','))).toBeNull()
})

test.each<[id: string, cells: SampleRow, title: string | undefined]>([
  [
    'woocommerce-analytics',
    { 'Product(s)': '1× Gift Card, 2× Kettle, blue, 1× Cup' },
    'Kettle, blue',
  ],
  ['woocommerce-analytics', { 'Product(s)': '1× Gift Card' }, undefined],
  [
    'woocommerce-skyverge',
    { line_items: 'id:7|name:Tip|quantity:1;id:8|name:Mug\\: blue|quantity:1' },
    'Mug: blue',
  ],
  [
    'bigcommerce',
    {
      'Product Details':
        'Product ID: 9, Product Name: Shipping Protection, Product Qty: 1|Product ID: 93, Product Name: Kettle, blue, Product Qty: 1',
    },
    'Kettle, blue',
  ],
  ['woocommerce-webtoffee', { line_item_1: 'name:Tip|quantity:1|total:3.00' }, undefined],
  ['shopify', { 'Lineitem name': 'Gift Card' }, undefined],
])('%s: the product named is one that was sold (%j)', (id, cells, title) => {
  const { reports, faulty } = readFirst(id, cells)

  expect(faulty).toEqual([])
  expect(reports[0]?.report.fact.items?.[0]?.title).toBe(title)
})
