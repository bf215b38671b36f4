/** Calls of Magento's REST API, with a token or signed by its four values. */
import { z } from 'zod'
import { BadRecord, ConnectionLost } from '#app/lib/web/provider-errors.ts'
import type { Caller } from '../integration.ts'
import { readRows } from './json.ts'
import { oauth1Header } from './oauth1.ts'
import { looseText } from './shapes.ts'

type Keys = Partial<
  Record<'accessTokenSecret' | 'consumerKey' | 'consumerSecret', string | undefined>
>

export type Magento = Caller<
  { store: string; storeCode: string; accessToken: string; productEnding: string } & Keys
>

export type Filter = readonly [field: string, condition: string, value: string]

const view = z.object({ id: z.int(), code: looseText, website_id: z.int() })

type Website = { asViews: readonly Filter[]; asWebsite: readonly Filter[] }

const everywhere: Website = { asViews: [], asWebsite: [] }

/**
 * Filters for the website that the store view belongs to: orders by their views, customers and products by the
 * website. Magento takes a view in the path of these lists and gives those of all websites nevertheless
 * (github.com/magento/devdocs/issues/9405, magento/magento2/issues/15461). Nothing is filtered in an installation
 * with one website, or if the list of views can't be read, which needs a separate right.
 */
export async function websiteOf(caller: Magento): Promise<Website> {
  const reply = await get(caller, 'store/storeViews', {}).catch((error: unknown) => {
    const isRefused = error instanceof ConnectionLost || error instanceof BadRecord
    if (isRefused && error.reply) return null
    throw error
  })
  const views = readRows(view, reply?.find(z.array(z.unknown())) ?? [])
  const website = views.find(({ code }) => code === caller.settings.storeCode)?.website_id
  const isOnly = views.every((one) => one.website_id === website)
  if (website === undefined || isOnly) return everywhere
  const ids = views.filter((one) => one.website_id === website).map(({ id }) => id)
  return {
    asViews: [['store_id', 'in', ids.join(',')]],
    asWebsite: [['website_id', 'eq', String(website)]],
  }
}

type Search = {
  pageSize: number
  page: number
  filters: readonly Filter[]
  /** Default: its ID. */
  sortedBy?: readonly string[]
}

/** One page of a list, by the search criteria of Magento's API. */
export async function search(
  caller: Magento,
  path: string,
  { pageSize: size, page, ...wanted }: Search,
) {
  const { filters, sortedBy = ['entity_id'] } = wanted
  const query: Record<string, string> = {
    'searchCriteria[pageSize]': String(size),
    'searchCriteria[currentPage]': String(page),
  }
  for (const [index, field] of sortedBy.entries()) {
    const order = `searchCriteria[sortOrders][${String(index)}]`
    query[`${order}[field]`] = field
    query[`${order}[direction]`] = 'ASC'
  }
  for (const [index, [field, condition, value]] of filters.entries()) {
    // Filters of one group are alternatives; groups apply together.
    const filter = `searchCriteria[filter_groups][${String(index)}][filters][0]`
    query[`${filter}[field]`] = field
    query[`${filter}[condition_type]`] = condition
    query[`${filter}[value]`] = value
  }
  const reply = await get(caller, path, query)
  return reply.read(
    z.object({
      // Null instead of an empty list.
      items: z
        .array(z.unknown())
        .nullable()
        .transform((rows) => rows ?? []),
      total_count: z.number(),
    }),
  )
}

async function get(caller: Magento, path: string, query: Record<string, string>) {
  const { store, storeCode, accessToken: token, ...secrets } = caller.settings
  const { accessTokenSecret, consumerKey, consumerSecret } = secrets
  const url = `${store}/rest/${storeCode}/V1/${path}`
  const authorization =
    accessTokenSecret && consumerKey && consumerSecret
      ? oauth1Header(
          { method: 'GET', url, query },
          {
            keys: { consumerKey, consumerSecret, token, tokenSecret: accessTokenSecret },
            now: caller.now,
          },
        )
      : `Bearer ${token}`
  return caller.http.request({ url, query, headers: { Authorization: authorization } })
}
