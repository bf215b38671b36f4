/**
 * Magento 2 and Adobe Commerce: orders, customers and products, read every few minutes, because shops
 * of the open-source edition send nothing.
 *
 * Sources: Adobe Commerce web API guides (token-based and OAuth-based authentication, searching with
 * REST), and the REST schema of the sales, customer, catalog and inventory modules.
 */
import { z } from 'zod'
import { BadRecord, ConnectionLost } from '#app/lib/web/provider-errors.ts'
import { defineIntegration, type Caller } from '../integration.ts'
import { readRows } from '../kit/json.ts'
import { recordRows } from '../kit/listed-rows.ts'
import {
  changedSince,
  isPageRefused,
  readList,
  search,
  smallPage,
  type Filter,
} from '../kit/magento-api.ts'
import { requireSite, sitePartOf, type SiteList } from '../kit/magento-site.ts'
import { pullInPhases } from '../kit/phases.ts'
import { shopName, shopOrigin, withoutWww } from '../kit/shop-address.ts'
import { elsewhere } from '../record.ts'
import {
  customer,
  customerRecord,
  order,
  orderRecord,
  product,
  productRecord,
  stocksBySku,
  type Stock,
} from '../records/magento.ts'

const key = z
  .string()
  .trim()
  .regex(/^\w{16,100}$/, 'Copy the whole value.')
const optionalKey = z.union([z.literal('').transform(() => undefined), key]).optional()

const settings = z
  .object({
    store: shopOrigin.meta({
      label: 'Store address',
      help: 'The address of your shop, for example https://shop.example.',
      placeholder: 'https://shop.example',
    }),
    storeCode: z
      .string()
      .trim()
      .regex(/^\w{1,64}$/, 'A store view code has letters, digits and underscores.')
      .default('default')
      .meta({
        label: 'Store view code',
        help: 'Magento admin › Stores › All Stores. Your website’s other views at the same address count, too.',
      }),
    accessToken: key.meta({
      label: 'Access token',
      help: 'Magento admin › System › Integrations › your integration.',
      isSecret: true,
    }),
    accessTokenSecret: optionalKey.meta({
      label: 'Access token secret',
      help: 'With the next two values, requests are signed. Leave all three empty if your shop accepts the access token alone.',
      isSecret: true,
    }),
    consumerKey: optionalKey.meta({ label: 'Consumer key', isSecret: true }),
    consumerSecret: optionalKey.meta({ label: 'Consumer secret', isSecret: true }),
    productEnding: z
      .string()
      .trim()
      .regex(/^[\w./-]{0,20}$/, 'Enter an ending, for example .html.')
      .default('.html')
      .meta({
        label: 'Ending of product addresses',
        help: 'Stores › Configuration › Catalog › Search Engine Optimization › Product URL Suffix.',
        placeholder: '.html',
      }),
  })
  .refine(
    ({ accessTokenSecret, consumerKey, consumerSecret }) =>
      new Set([accessTokenSecret, consumerKey, consumerSecret].map(Boolean)).size === 1,
    {
      path: ['accessTokenSecret'],
      message: 'Fill in all three values below the access token, or none of them.',
    },
  )
type Magento = Caller<z.output<typeof settings>>

export const magento = defineIntegration({
  name: 'magento',
  category: 'shop',
  isSelfHosted: true,
  summary: 'Orders, customers, products and stock of your Magento shop.',
  brings: ['purchase', 'signup', 'product'],
  ways: ['keys'],
  settings,
  steps: {
    keys: [
      'In the Magento admin, open System › Integrations and choose Add New Integration.',
      'Under API, allow Sales › Orders, Customers, Catalog, Stores › Settings › All Stores and Stores › Inventory › Sources. Save and activate the integration.',
      'Copy the four values that Magento shows here.',
    ],
  },
  budget: { requests: 60, seconds: 60 },
  accountOf: ({ store, storeCode }) => `${shopName(store)} ${storeCode}`,
  // All store views of a shop count with the same numbers.
  idsOf: (account) => withoutWww(account.split(' ')[0] ?? account),

  async test(caller) {
    for (const path of ['orders', 'customers/search', 'products']) {
      await search(caller, path, { pageSize: 1, page: 1, filters: [] })
    }
    // The last one: an answer to the others shows that the access works, if this right alone is missing.
    await requireSite(caller)
    return { label: new URL(caller.settings.store).host }
  },

  pull: pullInPhases<z.output<typeof settings>>([
    {
      name: 'products',
      everyMinutes: 720,
      isCatalog: true,
      read: (caller, { position }) =>
        readSiteList(
          caller,
          {
            path: 'products',
            position,
            filters: [
              ['status', 'eq', '1'],
              // 1 is “not visible individually”: the variants of a product.
              ['visibility', 'neq', '1'],
            ],
          },
          async (rows) => {
            const stocks = await stocksOf(caller, rows)
            return recordRows(product, rows, (one) =>
              productRecord(one, {
                store: caller.settings.store,
                ending: caller.settings.productEnding,
                stock: one.sku ? stocks.get(one.sku) : undefined,
              }),
            )
          },
        ),
    },
    {
      name: 'orders',
      everyMinutes: 10,
      firstDays: 60,
      read: (caller, { position, since }) =>
        readSiteList(
          caller,
          { path: 'orders', position, filters: changedSince('updated_at', since) },
          (rows) => recordRows(order, rows, orderRecord),
        ),
    },
    // Orders of other websites may be stored from before lists were limited to the site's.
    {
      name: 'refunds of other websites',
      everyMinutes: 60,
      firstDays: 60,
      async read(caller, { position, since }) {
        const { others } = await sitePartOf(caller, 'orders')
        if (others.length === 0) return { records: [], next: null }
        const filters: Filter[] = [['state', 'in', 'closed,canceled'], ...others]
        return readList(
          caller,
          { path: 'orders', position, filters: [...changedSince('updated_at', since), ...filters] },
          (rows) => recordRows(order, rows, (one) => elsewhere(orderRecord(one))),
        )
      },
    },
    {
      name: 'customers',
      everyMinutes: 10,
      firstDays: 60,
      read: (caller, { position, since }) =>
        readSiteList(
          caller,
          { path: 'customers/search', position, filters: changedSince('created_at', since) },
          (rows) => recordRows(customer, rows, customerRecord),
        ),
    },
  ]),
})

type OfSite = { path: SiteList; position: unknown; filters: readonly Filter[] }

/** A page of the site’s part of a list. */
async function readSiteList(
  caller: Magento,
  { path, position, filters }: OfSite,
  translate: Parameters<typeof readList>[2],
) {
  const { filters: ofSite, lacks } = await sitePartOf(caller, path)
  const page = await readList(
    caller,
    { path, position, filters: [...filters, ...ofSite] },
    translate,
  )
  // Products are listed twice a day: what they lack would be said long after it was mended.
  return path === 'products' ? page : { ...page, lacks }
}

/** A source is a place that ships. A shop may have several, each with a row for a product. */
const sourceItemPage = 300

/** As many as fit the budget of a minute, with the list of products. */
const mostStockCalls = 50

/** Servers in front of shops refuse long addresses. With the rest of ours, it has less than 2,000 characters. */
const mostSkuCharacters = 1_200

/**
 * Stock by SKU, as far as the shop lets us read it: one without the modules of inventory has no such list,
 * and the key may lack the right. Its products come without stock then.
 */
async function stocksOf(caller: Magento, rows: readonly unknown[]) {
  // Values of one filter are separated by commas.
  const skus = readRows(product.pick({ sku: true }), rows).flatMap(({ sku }) =>
    sku && !sku.includes(',') ? sku : [],
  )
  try {
    return stocksBySku(
      await sourceItemsOf(caller, skus, sourceItemPage).catch((error: unknown) => {
        if (!isPageRefused(error)) throw error
        return sourceItemsOf(caller, skus, smallPage)
      }),
    )
  } catch (error) {
    const isRefused = error instanceof ConnectionLost || error instanceof BadRecord
    if (isRefused) return new Map<string, Stock>()
    throw error
  }
}

/** Part of a product's rows would be less than there is, so it has none if they are more than we read. */
async function sourceItemsOf(
  caller: Magento,
  skus: readonly string[],
  pageSize: number,
): Promise<unknown[]> {
  const all: unknown[] = []
  let left = mostStockCalls
  for (const group of groupedByLength(skus)) {
    const rows: unknown[] = []
    let total = Infinity
    for (let page = 1; rows.length < total && left > 0; page += 1) {
      left -= 1
      const found = await search(caller, 'inventory/source-items', {
        pageSize,
        page,
        filters: [['sku', 'in', group.join(',')]],
        // No two rows share both, so none is on two pages.
        sortedBy: ['sku', 'source_code'],
      })
      rows.push(...found.items)
      total = found.total_count
      if (found.items.length === 0 || total > pageSize * left) break
    }
    if (rows.length >= total) all.push(...rows)
  }
  return all
}

/** Groups of SKUs, each short enough for an address. */
function groupedByLength(skus: readonly string[]): string[][] {
  const groups: string[][] = []
  let characters = Infinity
  for (const sku of skus) {
    // In an address, the comma after it has three.
    const added = String(new URLSearchParams([['', sku]])).length + 2
    characters += added
    if (characters > mostSkuCharacters) {
      groups.push([])
      characters = added
    }
    groups.at(-1)?.push(sku)
  }
  return groups
}
