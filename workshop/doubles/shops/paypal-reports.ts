/**
 * Transaction Search of a PayPal account, which refuses as PayPal publishes it (reporting_transactions_v1,
 * 2024): another range than 31 days at most, larger pages, an app without the feature, too many rows.
 */
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { pageOf, type DoubleReply, type SeenRequest } from './shop-double.ts'

type Row = { at: Date; info: Record<string, unknown> & { transaction_id: string } }

export type PayPalReports = {
  /** Whether the app has the feature Transaction search. */
  isAllowed: boolean
  /** Rows that one question may find. */
  mostRows: number
  /** When a transaction appears, at the latest. */
  delayMillis: number
  rows: Row[]
}

export const startReports = (): PayPalReports => ({
  isAllowed: true,
  mostRows: 10_000,
  delayMillis: 3 * hourMillis,
  rows: [],
})

const moment = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d([.]\d+)?([Zz]|[+-]\d\d:\d\d)$/

const parameters = new Set(['start_date', 'end_date', 'fields', 'page_size', 'page'])

const refusal = (
  status: number,
  name: string,
  more: Record<string, unknown> = {},
): DoubleReply => ({
  status,
  json: { name, message: 'Refused.', debug_id: 'double', details: [], links: [], ...more },
})

const invalid = (field: string) =>
  refusal(400, 'INVALID_REQUEST', { details: [{ field, location: 'query', issue: 'Invalid' }] })

export function reportReply(
  { query }: SeenRequest,
  reports: PayPalReports,
  now: Date,
): DoubleReply {
  if (!reports.isAllowed) return refusal(403, 'NOT_AUTHORIZED')
  const text = (name: string) => query.get(name) ?? ''
  const unknown = [...query.keys()].find((name) => !parameters.has(name))
  if (unknown !== undefined) return invalid(unknown)
  for (const name of ['start_date', 'end_date']) if (!moment.test(text(name))) return invalid(name)
  const [from, to] = [Date.parse(text('start_date')), Date.parse(text('end_date'))]
  if (to < from || to - from > 31 * dayMillis) return invalid('end_date')
  const [size, page] = [Number(query.get('page_size') ?? 100), Number(query.get('page') ?? 1)]
  if (!Number.isInteger(size) || size < 1 || size > 500) return invalid('page_size')
  if (!Number.isInteger(page) || page < 1) return invalid('page')
  const isListed = ({ at }: Row) =>
    at.getTime() >= from &&
    at.getTime() <= to &&
    at.getTime() <= now.getTime() - reports.delayMillis
  const found = reports.rows.filter(isListed)
  if (found.length > reports.mostRows) {
    const counts = { total_items: found.length, maximum_items: reports.mostRows }
    return refusal(400, 'RESULTSET_TOO_LARGE', counts)
  }
  return {
    json: {
      transaction_details: pageOf(found, page, size).map(({ info }) => ({
        transaction_info: info,
      })),
      start_date: new Date(from).toISOString(),
      end_date: new Date(to).toISOString(),
      last_refreshed_datetime: new Date(now.getTime() - reports.delayMillis).toISOString(),
      page,
      total_items: found.length,
      total_pages: Math.ceil(found.length / size),
    },
  }
}
