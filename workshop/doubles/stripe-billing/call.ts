/** The shape of a call of the double, and how rows are listed and read. */
import { findRow, type Account } from './account.ts'
import { invalid, missing } from './failure.ts'
import * as form from './form.ts'

export type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  /** A restricted key needs it. Absent: the double's key has it. */
  permission?: string
  /** Paths of its parameters, where `*` is any name or number. */
  takes: readonly string[]
  /** Those that can't be left out. */
  needs?: readonly string[]
  /** The values of those that have a few. */
  values?: form.Values
  run: (account: Account, params: form.Params, ids: readonly string[]) => unknown
}

/** Parameters of lists. */
export const paging = ['limit', 'starting_after']

/** Newest first. */
export function listOf<R extends { id: string }>(
  rows: Iterable<R>,
  params: form.Params,
  matches: (row: R) => boolean,
) {
  const all = [...rows].filter(matches).toReversed()
  const after = form.textOf(params, 'starting_after')
  const cursor = all.findIndex(({ id }) => id === after)
  if (after !== undefined && cursor === -1) throw missing('object', after, 'starting_after')
  const start = cursor + 1
  const size = form.integerOf(params, 'limit') ?? 10
  if (size < 1 || size > 100) throw invalid('Limit must be between 1 and 100.', { param: 'limit' })
  return {
    object: 'list',
    data: all.slice(start, start + size),
    has_more: start + size < all.length,
    url: '/v1',
  }
}

/** The row that the path names. */
export const retrieve = (path: RegExp, ...kinds: Parameters<Account['get']>[0][]): Call => ({
  method: 'GET',
  path,
  takes: [],
  run(account, _params, [id = '']) {
    const row = findRow(account, id)
    if (row && kinds.some((kind) => kind === row.object)) return row
    throw missing(kinds[0] ?? 'object', id)
  },
})
