/**
 * A Magento installation: its store views, and lists that are searched. As the real one, it lists the rows of all
 * websites, for each store code in the address (github.com/magento/magento2, issue 15461). Sources:
 * workshop/published/services/magento.ts.
 */
import type { PublishedService } from '../../published/facts.ts'
import { startRestServer, type RestServer } from './rest-server.ts'
import { pageOf, type DoubleReply, type SeenRequest } from './shop-double.ts'

type Row = Readonly<Record<string, unknown>>

/** Part of the installation. */
type View = { id: number; code: string; website_id: number; address: string }

type Magento = {
  now: () => Date
  published: PublishedService
  token: string
  /** Default: one, which has the code `default` and the double’s address. */
  views?: readonly View[]
  /** An order as the shop lists it. Those that are placed here have an ID, a moment and a state. */
  order: Row
  /** Rows of other lists, by path below `V1`. */
  rows?: Readonly<Record<string, readonly Row[]>>
}

const filtersOf = (query: URLSearchParams) => {
  const filters: { field: string; type: string; value: string }[] = []
  for (let group = 0; ; group += 1) {
    const at = `searchCriteria[filter_groups][${String(group)}][filters][0]`
    const field = query.get(`${at}[field]`)
    if (field === null) return filters
    const type = query.get(`${at}[condition_type]`) ?? 'eq'
    filters.push({ field, type, value: query.get(`${at}[value]`) ?? '' })
  }
}

/** Products are in websites, which are no attribute of theirs, and may be filtered by them all the same. */
const valuesOf = (row: Row, field: string): string[] => {
  const { website_ids: websites } = (row['extension_attributes'] ?? {}) as {
    website_ids?: number[]
  }
  if (field === 'website_id' && websites) return websites.map(String)
  return field in row ? [String(row[field])] : []
}

function meets(values: readonly string[], type: string, value: string): boolean {
  if (type === 'gteq') return values.some((one) => one >= value)
  if (type === 'neq') return !values.includes(value)
  if (type === 'nin') return !value.split(',').some((one) => values.includes(one))
  const wanted = type === 'in' ? value.split(',') : [value]
  return values.some((one) => wanted.includes(one))
}

/** Magento repeats the last page for every later number, and has null for no rows. */
function listOf(all: readonly Row[], query: URLSearchParams): DoubleReply {
  const filters = filtersOf(query)
  const unknown = filters.find(
    ({ field }) => all.length > 0 && all.every((row) => valuesOf(row, field).length === 0),
  )
  if (unknown) return { status: 400, json: { message: 'There is no such field.' } }
  const rows = all.filter((row) =>
    filters.every(({ field, type, value }) => meets(valuesOf(row, field), type, value)),
  )
  const size = Number(query.get('searchCriteria[pageSize]'))
  const last = Math.max(1, Math.ceil(rows.length / size))
  const page = Math.min(last, Number(query.get('searchCriteria[currentPage]')))
  const items = rows.length === 0 ? null : pageOf(rows, page, size)
  return {
    json: { items, search_criteria: { filter_groups: [] }, total_count: rows.length },
  }
}

const written = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')

const configOf = ({ id, code, website_id, address }: View) => {
  const urls = ['base_url', 'base_link_url', 'secure_base_url', 'secure_base_link_url']
  const folders = [
    'base_static_url',
    'base_media_url',
    'secure_base_static_url',
    'secure_base_media_url',
  ]
  return {
    id,
    code,
    website_id,
    locale: 'en_GB',
    timezone: 'Europe/London',
    weight_unit: 'kgs',
    base_currency_code: 'EUR',
    default_display_currency_code: 'EUR',
    ...Object.fromEntries(urls.map((name) => [name, `${address}/`])),
    ...Object.fromEntries(folders.map((name) => [name, `${address}/pub/`])),
  }
}

export async function startMagentoServer(shop: Magento): Promise<RestServer> {
  const { now, published, token, order, rows = {} } = shop
  const answer = (
    { path, query, headers }: SeenRequest,
    { orders }: Pick<RestServer, 'orders'>,
  ) => {
    const list = /^\/rest\/\w+\/V1\/(.+)$/.exec(path)?.[1]
    if (list === undefined) return undefined
    if (list === 'store/storeConfigs') {
      const address = `http://${headers.host ?? ''}`
      const { views = [{ id: 1, code: 'default', website_id: 1, address }] } = shop
      return { json: views.map(configOf) }
    }
    const placed = orders.map(({ id, placedAt, changedAt, isRefunded }) => ({
      ...order,
      entity_id: id,
      created_at: written(placedAt),
      updated_at: written(changedAt),
      state: isRefunded ? 'closed' : 'processing',
    }))
    return listOf([...(list === 'orders' ? placed : []), ...(rows[list] ?? [])], query)
  }
  return startRestServer({
    now,
    published,
    answer,
    isAuthorized: ({ headers }) => headers.authorization === `Bearer ${token}`,
  })
}
