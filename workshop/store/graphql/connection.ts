/** Lists that are read in pages. */
import { FieldRefused, type ApiObject, type Arguments } from './answer-document.ts'

const maxPage = 250

type Page<T> = {
  /** Type of the nodes, for example `Order`. */
  type: string
  items: readonly T[]
  /** Unique and stable, so a page begins at the same item after the list has changed. */
  key: (item: T) => string
  node: (item: T) => ApiObject
}

/** @throws FieldRefused for a page without a size, or one that is too long */
export function connection<T>({ type, items, key, node }: Page<T>, args: Arguments): ApiObject {
  const ordered = args['reverse'] === true ? items.toReversed() : items
  const size = args['first'] ?? args['last']
  if (typeof size !== 'number' || size < 0 || size > maxPage) {
    throw new FieldRefused(
      `you must provide one of first or last, up to ${String(maxPage)}`,
      'BAD_REQUEST',
    )
  }
  const after = indexOf(ordered, key, args['after'])
  const before = indexOf(ordered, key, args['before'])
  const from = after === null ? 0 : after + 1
  const until = before ?? ordered.length
  const start = 'last' in args && !('first' in args) ? Math.max(from, until - size) : from
  const end = 'last' in args && !('first' in args) ? until : Math.min(until, from + size)
  const page = ordered.slice(start, end)
  const edges = page.map((item) => ({
    __typename: `${type}Edge`,
    cursor: cursorOf(key(item)),
    node: node(item),
  }))
  return {
    __typename: `${type}Connection`,
    edges,
    nodes: edges.map((edge) => edge.node),
    pageInfo: {
      __typename: 'PageInfo',
      hasNextPage: end < ordered.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

const cursorOf = (key: string) => Buffer.from(JSON.stringify({ last: key })).toString('base64')

function indexOf<T>(items: readonly T[], key: (item: T) => string, cursor: unknown): number | null {
  if (typeof cursor !== 'string') return null
  const index = items.findIndex((item) => cursorOf(key(item)) === cursor)
  if (index < 0)
    throw new FieldRefused('Invalid cursor for current pagination sort.', 'BAD_REQUEST')
  return index
}
