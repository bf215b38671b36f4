/**
 * PrestaShop: orders, customers and products, read every few minutes, because shops send nothing by
 * themselves.
 *
 * Sources: PrestaShop developer documentation (web service: authentication, filters, resources).
 */
import { z } from 'zod'
import { dayMillis } from '#app/lib/time.ts'
import { offsetAt } from '#app/lib/zoned-days.ts'
import {
  BadRecord,
  ConnectionLost,
  HeldUp,
  isFailedCall,
  TryLater,
} from '#app/lib/web/provider-errors.ts'
import { defineIntegration, type Caller } from '../integration.ts'
import { readRows } from '../kit/json.ts'
import { recordRows, splitRows } from '../kit/listed-rows.ts'
import { pullInPhases } from '../kit/phases.ts'
import { present } from '../kit/shapes.ts'
import { withKeys } from '../kit/stripped-header.ts'
import { shopName, shopOrigin, withoutWww } from '../kit/shop-address.ts'
import {
  address,
  country,
  currency,
  customer,
  customerRecord,
  order,
  orderRecord,
  product,
  productRecord,
  stock,
  stockOf,
  type Related,
} from '../records/prestashop.ts'

const isTimeZone = (name: string) => {
  try {
    offsetAt(name, 0)
    return true
  } catch {
    return false
  }
}

const settings = z.object({
  store: shopOrigin.meta({
    label: 'Store address',
    help: 'The address of your shop, for example https://shop.example.',
    placeholder: 'https://shop.example',
  }),
  key: z
    .string()
    .trim()
    .regex(/^\w{32}$/, 'A webservice key has 32 letters and digits.')
    .meta({
      label: 'Webservice key',
      help: 'PrestaShop › Advanced Parameters › Webservice.',
      isSecret: true,
    }),
  timeZone: z
    .string()
    .trim()
    .refine(
      (name) => name === '' || isTimeZone(name),
      'Enter a time zone, for example Europe/Paris.',
    )
    .optional()
    .meta({
      label: 'Time zone of the shop',
      help: 'Only if the key may not read configurations. International › Localization shows it.',
      placeholder: 'Europe/Paris',
    }),
  shop: z
    .string()
    .trim()
    .regex(/^\d{0,9}$/, 'A shop ID is a number, for example 2.')
    .optional()
    .meta({
      label: 'Shop ID',
      help: 'Only if your PrestaShop has several shops. Advanced Parameters › Multistore shows it.',
      placeholder: '1',
    }),
})
type Presta = Caller<z.output<typeof settings>>

export const prestashop = defineIntegration({
  name: 'prestashop',
  category: 'shop',
  isSelfHosted: true,
  summary: 'Orders, customers, products and stock of your PrestaShop shop.',
  brings: ['purchase', 'signup', 'product'],
  ways: ['keys'],
  settings,
  steps: {
    keys: [
      'In PrestaShop, open Advanced Parameters › Webservice and turn the webservice on.',
      'Add a key. Allow GET for orders, customers, addresses, countries, currencies, products, stock_availables and configurations.',
      'Copy the key here.',
    ],
  },
  budget: { requests: 60, seconds: 60 },
  accountOf: ({ store }) => shopName(store),
  idsOf: withoutWww,

  async test(caller) {
    for (const name of ['orders', 'customers', 'products', 'stock_availables']) {
      await rowsOf(caller, name, { display: '[id]', limit: '1' })
    }
    await timeZoneOf(caller)
    return { label: new URL(caller.settings.store).host }
  },

  pull: pullInPhases<z.output<typeof settings>>([
    {
      name: 'products',
      everyMinutes: 360,
      isCatalog: true,
      async read(caller, { position }) {
        const { store, shop } = caller.settings
        const ofShop = shop ? { id_shop: shop } : {}
        const query = { display: 'full', 'filter[active]': '1', ...ofShop }
        const { rows, next } = await readList(caller, { name: 'products', query, position })
        const { read: products, unreadable } = splitRows(product, rows)
        const stocks = await byIds(caller, 'stock_availables', {
          ids: products.map(({ id }) => id),
          field: 'id_product',
          // The sum of all variants.
          query: { 'filter[id_product_attribute]': '0', ...ofShop },
        })
        const known = readRows(stock, stocks)
        const records = products.map((one) =>
          productRecord(one, { store, stock: stockOf(one.id, known, shop) }),
        )
        return { records: [...records, ...unreadable], next }
      },
    },
    {
      name: 'orders',
      everyMinutes: 10,
      firstDays: 60,
      async read(caller, { position, since }) {
        const zone = await timeZoneOf(caller)
        const query = {
          display: 'full',
          ...ofShopOnly(caller),
          ...changedSince('date_upd', { since, zone, caller }),
        }
        const { rows, next } = await readList(caller, { name: 'orders', query, position })
        const { read: orders, unreadable } = splitRows(order, rows)
        const { related, refused } = await relatedTo(caller, orders)
        const records = present(orders.map((one) => orderRecord(one, related, zone)))
        const lacks = orders.length > 0 ? { lacks: lackOf(refused) } : {}
        return { records: [...records, ...unreadable], next, ...lacks }
      },
    },
    {
      name: 'customers',
      everyMinutes: 10,
      firstDays: 60,
      async read(caller, { position, since }) {
        const zone = await timeZoneOf(caller)
        const query = {
          display: '[id,firstname,email,date_add,is_guest]',
          ...ofShopOnly(caller),
          ...changedSince('date_add', { since, zone, caller }),
        }
        const { rows, next } = await readList(caller, { name: 'customers', query, position })
        return {
          records: await recordRows(customer, rows, (one) => customerRecord(one, zone)),
          next,
        }
      },
    },
  ]),
})

/** Times of the shop are local and name no zone. @throws ConnectionLost when its zone isn't known */
async function timeZoneOf(caller: Presta): Promise<string> {
  const { timeZone } = caller.settings
  if (timeZone) return timeZone
  const rows = await rowsOf(caller, 'configurations', {
    display: '[value]',
    'filter[name]': 'PS_TIMEZONE',
  }).catch((error: unknown) => {
    if (isFailedCall(error) && !(error instanceof TryLater)) return []
    throw error
  })
  const [found] = readRows(z.object({ value: z.string() }), rows)
  if (found && isTimeZone(found.value)) return found.value
  throw new ConnectionLost('The shop’s time zone is unknown.')
}

/** Orders and customers name the shop that they came to. */
const ofShopOnly = ({ settings: { shop } }: Presta): Readonly<Record<string, string>> =>
  shop ? { 'filter[id_shop]': shop } : {}

type Change = { since: Date | null; zone: string; caller: Presta }

const changedSince = (
  field: string,
  { since, zone, caller }: Change,
): Readonly<Record<string, string>> => {
  if (!since) return {}
  const local = (at: number) =>
    new Date(at + offsetAt(zone, at)).toISOString().slice(0, 19).replace('T', ' ')
  // The end is a day ahead, because the shop's clock may be.
  const range = [since.getTime(), caller.now.getTime() + dayMillis].map(local).join(',')
  return { date: '1', [`filter[${field}]`]: `[${range}]` }
}

const pageSize = 50

type List = { name: string; query: Readonly<Record<string, string>>; position: unknown }

async function readList(caller: Presta, { name, query, position }: List) {
  const offset = typeof position === 'number' ? position : 0
  const rows = await rowsOf(caller, name, {
    ...query,
    sort: '[id_ASC]',
    limit: `${String(offset)},${String(pageSize)}`,
  })
  return { rows, next: rows.length < pageSize ? null : offset + pageSize }
}

/** Rows of one resource. A shop answers `[]` instead of an object when there are none. */
async function rowsOf(
  caller: Presta,
  name: string,
  query: Readonly<Record<string, string>>,
): Promise<unknown[]> {
  const { store, key } = caller.settings
  const reply = await withKeys(
    caller.http,
    { url: `${store}/api/${name}`, query: { output_format: 'JSON', ...query } },
    { place: store, basic: `${key}:`, query: { ws_key: key } },
  ).catch(explainedOff)
  const rows = z.array(z.unknown())
  const read = reply.read(z.union([rows, z.record(z.string(), z.unknown())]))
  if (Array.isArray(read)) return []
  return reply.read(z.object({ [name]: rows }))[name] ?? []
}

/** Source: devdocs.prestashop-project.org, webservice (2024): error 22 with status 503. */
function explainedOff(error: unknown): never {
  const reply = error instanceof TryLater ? error.reply : null
  const errors = reply?.find(z.object({ errors: z.array(z.object({ code: z.number() })) }))?.errors
  if (!(error instanceof TryLater) || !errors?.some(({ code }) => code === 22)) throw error
  throw new HeldUp(
    'The webservice of your shop is turned off. Turn it on in PrestaShop, under Advanced Parameters › Webservice.',
    error.at,
    reply,
  )
}

type Wanted = { ids: readonly string[]; field?: string; query?: Readonly<Record<string, string>> }

async function byIds(caller: Presta, name: string, { ids, field = 'id', query }: Wanted) {
  const wanted = [...new Set(ids)].filter((id) => id !== '0')
  if (wanted.length === 0) return []
  return rowsOf(caller, name, {
    display: 'full',
    [`filter[${field}]`]: `[${wanted.join('|')}]`,
    ...query,
  })
}

/** Null: nothing was refused. */
const lackOf = (refused: readonly string[]): string | null =>
  refused.length === 0
    ? null
    : `Orders still arrive, but we can’t read their ${new Intl.ListFormat('en-US').format(refused).replace(', and', ' and')}. Allow GET for these in PrestaShop, under Advanced Parameters › Webservice.`

/** Records that a page of orders refers to, in one request for each kind, and the kinds that are refused. */
async function relatedTo(
  caller: Presta,
  orders: readonly z.output<typeof order>[],
): Promise<{ related: Related; refused: string[] }> {
  const refused: string[] = []
  const index = <Row extends { id: string }>(rows: Row[]) =>
    new Map(rows.map((one) => [one.id, one]))
  // An order is worth showing without its buyer's country, so a key without that right loses no order.
  const find = async (name: string, ids: readonly (string | null | undefined)[]) => {
    try {
      return await byIds(caller, name, { ids: ids.filter((id) => id !== null && id !== undefined) })
    } catch (error) {
      if (!(error instanceof ConnectionLost || error instanceof BadRecord)) throw error
      refused.push(name)
      return []
    }
  }
  const customers = await find(
    'customers',
    orders.map((one) => one.id_customer),
  )
  const addresses = readRows(
    address,
    await find(
      'addresses',
      orders.flatMap((one) => [one.id_address_invoice, one.id_address_delivery]),
    ),
  )
  const countries = await find(
    'countries',
    addresses.map((one) => one.id_country),
  )
  const currencies = await find(
    'currencies',
    orders.map((one) => one.id_currency),
  )
  const related = {
    customers: index(readRows(customer.omit({ date_add: true }), customers)),
    addresses: index(addresses),
    countries: index(readRows(country, countries)),
    currencies: index(readRows(currency, currencies)),
  }
  return { related, refused }
}
