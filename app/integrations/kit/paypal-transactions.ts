/**
 * Payments of a PayPal account that its webhooks didn't deliver, by Transaction Search.
 *
 * Sources: PayPal REST API descriptions (reporting_transactions_v1: at most 31 days and 500 rows, three
 * hours until a transaction appears), and its pages about transaction event codes and about
 * RESULTSET_TOO_LARGE (10,000 transactions).
 */
import { z } from 'zod'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import type { ActivityRecord } from '../record.ts'
import { capture, captureRecord, sale, saleRecord } from '../records/paypal.ts'
import { recordRows } from './listed-rows.ts'
import { isNamed, knownDetail, orderOf, send, type PayPal } from './paypal-api.ts'
import { identifier, loose, looseAmount, looseIdentifier, looseText } from './shapes.ts'

/** By then a transaction has appeared. */
const delayMillis = 3 * hourMillis
/** PayPal allows 31 days. Whole ones differ by an hour where clocks change. */
const windowMillis = 30 * dayMillis
/** A window with too many transactions is halved, as far as this. */
const shortestMillis = hourMillis
/** Each is a request, and its order another one, so a page has to fit the budget of requests. */
const pageSize = 20

/** Transactions from one moment to another, and where all of them end. */
const place = z.object({
  from: z.int(),
  to: z.int(),
  end: z.int(),
  page: z.int().positive(),
  /** Where this reading began. */
  start: z.int().optional(),
  /** This reading found a payment of this app. */
  hasPayment: z.boolean().optional(),
  /** Payments of other apps that this reading found. */
  foreign: z.int().optional(),
})
type Place = z.infer<typeof place>

type From = { since: Date | null; position: unknown }

export async function readTransactions(caller: PayPal, { since, position }: From) {
  const known = place.safeParse(position)
  const now = caller.now.getTime()
  const at = known.success ? known.data : windowFrom((since?.getTime() ?? now) - delayMillis, now)
  const listed = await transactionsOf(caller, at)
  if (listed === null) {
    const to = at.from + Math.floor((at.to - at.from) / 2)
    return { records: [], next: { ...at, to, page: 1 } }
  }
  const { rows, pages } = listed
  const isLastPage = pages === undefined ? rows.length < pageSize : at.page >= pages
  let { foreign = 0 } = at
  const records = await recordRows(transaction, rows, async (row) => {
    const made = await recordOf(caller, row)
    if (made === 'foreign') foreign += 1
    return made === 'foreign' ? null : made
  })
  const hasPayment = at.hasPayment === true || records.length > 0
  const next = nextPlace(at, rows.length === 0 || isLastPage)
  const { start = at.from } = at
  const isOthers = next === null && foreign >= manyForeign && at.end - start >= longMillis
  return {
    records,
    next: next && { ...next, start, hasPayment, foreign },
    ...(hasPayment ? { lacks: null } : isOthers ? { lacks: anotherApp } : {}),
  }
}

/**
 * Accounts also get money without an app, for example for invoices, and an hour without an order says nothing. The
 * first reading does, which is of weeks.
 */
const longMillis = dayMillis
const manyForeign = 5

/**
 * Webhooks and payments belong to an app, the list to the account. A shop whose checkout uses a partner’s app
 * would wait for payments that never arrive.
 */
const anotherApp =
  'The payments that PayPal lists were made with another app, so they don’t arrive here. If they’re your shop’s, enter the client ID and the secret of the app that your checkout uses, or connect the shop instead.'

const windowFrom = (from: number, now: number): Place =>
  placeFrom(from, Math.max(from, now - delayMillis))

const placeFrom = (from: number, end: number): Place => ({
  from,
  to: Math.min(end, from + windowMillis),
  end,
  page: 1,
})

/** Null: all have been read. */
function nextPlace(at: Place, isLastPage: boolean): Place | null {
  if (!isLastPage) return { ...at, page: at.page + 1 }
  return at.to < at.end ? placeFrom(at.to, at.end) : null
}

/** Null: there are more than PayPal lists, so the time has to be shorter. */
async function transactionsOf(caller: PayPal, { from, to, page }: Place) {
  try {
    const reply = await send(caller, 'reporting/transactions', {
      query: {
        start_date: new Date(from).toISOString(),
        end_date: new Date(to).toISOString(),
        fields: 'transaction_info',
        page_size: String(pageSize),
        page: String(page),
      },
    })
    const read = reply.read(report)
    const { transaction_details: rows, last_refreshed_datetime: refreshed } = read
    // Some that belong here aren't listed yet.
    if (Date.parse(refreshed ?? '') < to) {
      throw new TryLater('The list is behind.', new Date(caller.now.getTime() + hourMillis), reply)
    }
    const withInfo = z.object({ transaction_info: z.unknown() })
    return {
      rows: rows.map((row) => withInfo.safeParse(row).data?.transaction_info ?? row),
      pages: read.total_pages,
    }
  } catch (error) {
    if (isNamed(error, 'RESULTSET_TOO_LARGE') && to - from > shortestMillis) return null
    throw error
  }
}

const report = z.object({
  transaction_details: z.array(z.unknown()),
  last_refreshed_datetime: looseText,
  total_pages: z.int().positive().optional().catch(undefined),
})

const transaction = z.object({
  transaction_id: identifier,
  /** T00xx: payments. T1106: a reversal by PayPal, T1107: a refund, T1201: a chargeback. */
  transaction_event_code: z.string(),
  /** S: completed, V: reversed, P: pending, D: denied. */
  transaction_status: looseText,
  transaction_amount: loose(z.object({ value: looseAmount })),
  paypal_reference_id: looseIdentifier,
  paypal_reference_id_type: looseText,
})
type Transaction = z.output<typeof transaction>

/** Reversals by PayPal, refunds, and chargebacks. */
const returningCodes = new Set(['T1106', 'T1107', 'T1201'])

/** Null: it is no sale. `foreign`: this app may not read it, or doesn’t know it. */
type Payment = ActivityRecord | 'foreign' | null

/**
 * The payment as its webhook reports it, asked for by its ID. The list names payments of the whole
 * account. Those that this app may not read, for example of other apps, are no sales of this connection.
 */
async function recordOf(caller: PayPal, row: Transaction): Promise<Payment> {
  const { transaction_event_code: code, transaction_status: status } = row
  if (code.startsWith('T00') && isReceived(row) && (status === 'S' || status === 'V')) {
    return paymentOf(caller, row.transaction_id, status === 'V')
  }
  const { paypal_reference_id: id, paypal_reference_id_type: type } = row
  if (!returningCodes.has(code) || !id || type !== 'TXN') return null
  const payment = await paymentOf(caller, id, code !== 'T1107')
  // Part of the money back leaves a purchase, which the payment’s row brings.
  const isRefunded = payment !== null && payment !== 'foreign' && payment.state === 'refunded'
  return isRefunded ? payment : null
}

/** Money that the account paid has a minus. */
const isReceived = ({ transaction_amount: amount }: Transaction) =>
  !String(amount?.value ?? '-').startsWith('-')

const states: Readonly<Record<string, 'confirmed' | 'refunded'>> = {
  COMPLETED: 'confirmed',
  PARTIALLY_REFUNDED: 'confirmed',
  REFUNDED: 'refunded',
  REVERSED: 'refunded',
}

async function paymentOf(caller: PayPal, id: string, isReversed: boolean): Promise<Payment> {
  const isTest = caller.settings.isSandbox
  const stateOf = (status: string) => {
    const state = states[status.toUpperCase()]
    return state && isReversed ? 'refunded' : state
  }
  const captured = await knownDetail(caller, `payments/captures/${id}`, 'v2')
  if (captured) {
    const one = captured.read(capture)
    const state = stateOf(one.status)
    if (!state) return null
    const isBack = state === 'refunded'
    const bought = isBack ? null : await orderOf(caller, one, knownDetail)
    return captureRecord(one, { isTest, isBack, order: bought })
  }
  // Subscriptions and older payments are sales.
  const sold = await knownDetail(caller, `payments/sale/${id}`, 'v1')
  if (!sold) return 'foreign'
  const one = sold.read(sale)
  const state = stateOf(one.state)
  return state ? saleRecord(one, isTest, state === 'refunded') : null
}
