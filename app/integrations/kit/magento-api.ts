/** Calls to the REST API of a Magento shop: pages of its lists. */
import { z } from 'zod'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import type { Caller } from '../integration.ts'
import type { IntegrationRecord } from '../record.ts'
import { oauth1Header } from './oauth1.ts'

/** Where a shop is, and what gives access to it. */
type Access = {
  store: string
  storeCode: string
  accessToken: string
  accessTokenSecret?: string | undefined
  consumerKey?: string | undefined
  consumerSecret?: string | undefined
}

export type MagentoShop = Pick<Caller<Access>, 'settings' | 'http' | 'now'>

/** One condition of a search. All of a search apply together. */
export type Filter = readonly [field: string, condition: string, value: string]

/** Magento keeps times in UTC, and writes them without a zone. */
export const changedSince = (field: string, since: Date | null): Filter[] =>
  since ? [[field, 'gteq', since.toISOString().slice(0, 19).replace('T', ' ')]] : []

/** Shops may cap it at 300, or at less. */
const pageSize = 100
export const smallPage = 20

const place = z.object({ page: z.int().positive(), size: z.int().positive() })

type List = { path: string; position: unknown; filters: readonly Filter[] }

/** Reads one page of a list. Its `next` is the position of the page after it. */
export async function readList(
  caller: MagentoShop,
  { path, position, filters }: List,
  translate: (rows: readonly unknown[]) => Promise<IntegrationRecord[]>,
) {
  const page = typeof position === 'number' ? position : 1
  const at = place.safeParse(position).data ?? { page, size: pageSize }
  const { found, size, number } = await searchAt(caller, { path, filters }, at)
  const { items, total_count: total } = found
  // Magento repeats the last page for every later number, so the count decides.
  const isLast = items.length === 0 || number * size >= total
  const next = size === pageSize ? number + 1 : { page: number + 1, size }
  return { records: await translate(items), next: isLast ? null : next }
}

/**
 * A shop that gives no page of the usual size refuses it with 400, and is asked for smaller ones from the same
 * place on. Source: developer.adobe.com/commerce/webapi, API security (2026): the largest size is a setting.
 */
async function searchAt(
  caller: MagentoShop,
  { path, filters }: Omit<List, 'position'>,
  { page, size }: z.output<typeof place>,
) {
  try {
    const found = await search(caller, path, { pageSize: size, page, filters })
    return { found, size, number: page }
  } catch (error) {
    if (!isPageRefused(error) || size <= smallPage) throw error
    const number = Math.floor(((page - 1) * size) / smallPage) + 1
    const found = await search(caller, path, { pageSize: smallPage, page: number, filters })
    return { found, size: smallPage, number }
  }
}

/** The shop gives no page of this size, or knows no such field: both are status 400. */
export const isPageRefused = (error: unknown) =>
  error instanceof BadRecord && error.reply?.status === 400

type Search = {
  pageSize: number
  page: number
  filters: readonly Filter[]
  /** Default: its ID. */
  sortedBy?: readonly string[]
}

/** Asks for one page of a list. @throws ConnectionLost, TryLater, BadRecord */
export async function search(
  caller: MagentoShop,
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
  const reply = await ask(caller, path, query)
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

/** Asks for one answer. @throws ConnectionLost, TryLater, BadRecord */
export async function ask(
  { settings, http, now }: MagentoShop,
  path: string,
  query: Readonly<Record<string, string>>,
) {
  const { store, storeCode, accessToken: token, ...values } = settings
  const { accessTokenSecret, consumerKey, consumerSecret } = values
  const url = `${store}/rest/${storeCode}/V1/${path}`
  const authorization =
    accessTokenSecret && consumerKey && consumerSecret
      ? oauth1Header(
          { method: 'GET', url, query },
          { keys: { consumerKey, consumerSecret, token, tokenSecret: accessTokenSecret }, now },
        )
      : `Bearer ${token}`
  return http.request({ url, query, headers: { Authorization: authorization } })
}
