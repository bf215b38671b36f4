/** Checkout sessions of one payment, on a page of Stripe. */
import { base, type Account } from './account.ts'
import { daySeconds } from './calendar.ts'
import { declineOf } from './cards.ts'
import { invalid } from './failure.ts'
import * as form from './form.ts'
import { issue, settle } from './invoices.ts'
import { createPaymentIntent, fail, startProcessing, succeed } from './payments.ts'
import type { DraftLine, PaymentIntentRow, SessionRow } from './rows.ts'
import { customerOf } from './subscriptions.ts'

export function createSession(account: Account, params: form.Params): SessionRow {
  if (form.requiredOf(params, 'mode') !== 'payment')
    throw invalid('The double takes payments only.')
  const id = account.nextId(account.livemode ? 'cs_live' : 'cs_test')
  const items = form.listOf(params, 'line_items').map((line) => itemOf(account, line))
  const total = items.reduce((sum, { amount_total: amount }) => sum + amount, 0)
  const expiresAt = form.integerOf(params, 'expires_at') ?? account.now() + daySeconds
  const session: SessionRow = {
    ...base(account, 'checkout.session', id),
    customer: customerOf(account, form.requiredOf(params, 'customer')).id,
    client_reference_id: form.filledOf(params, 'client_reference_id'),
    mode: 'payment',
    status: 'open',
    payment_status: 'unpaid',
    currency: 'usd',
    amount_subtotal: total,
    amount_total: total,
    expires_at: expiresAt,
    invoice: null,
    invoice_creation: {
      enabled: form.flagOf(form.groupOf(params, 'invoice_creation'), 'enabled') ?? false,
    },
    payment_intent: null,
    line_items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    },
    success_url: form.requiredOf(params, 'success_url'),
    cancel_url: form.filledOf(params, 'cancel_url'),
    url: `${account.url}/checkout/${id}`,
    metadata: form.mergedMetadata({}, params),
  }
  account.tables['checkout.session'].set(id, session)
  return session
}

function itemOf(account: Account, line: form.Params) {
  const data = form.groupOf(line, 'price_data')
  const priceId = form.textOf(line, 'price')
  const price = priceId === undefined ? null : account.get('price', priceId, 'line_items[0][price]')
  const currency = price?.currency ?? form.requiredOf(data, 'currency')
  if (currency !== 'usd') throw invalid('The double takes US dollars only.', { param: 'currency' })
  const amount = price?.unit_amount ?? form.integerOf(data, 'unit_amount') ?? 0
  if (amount < 50) {
    throw invalid('The total amount must be at least $0.50 usd.', { code: 'amount_too_small' })
  }
  const quantity = form.integerOf(line, 'quantity') ?? 1
  return {
    id: account.nextId('li'),
    object: 'item' as const,
    description:
      form.textOf(form.groupOf(data, 'product_data'), 'name') ??
      account.tables.product.get(price?.product ?? '')?.name ??
      'Item',
    quantity,
    amount_total: amount * quantity,
  }
}

/** `pay slowly`: with a method whose bank takes days. */
export type CheckoutChoice = 'pay' | 'pay slowly' | 'decline' | 'cancel'

/** A person's answer on the page. Undefined: the session isn't open. */
export function answerCheckout(
  account: Account,
  id: string,
  choice: CheckoutChoice,
): { returnTo: string | null } | undefined {
  const session = account.tables['checkout.session'].get(id)
  if (!session || session.status === 'expired') return undefined
  const successUrl = session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)
  if (session.status === 'complete') return { returnTo: successUrl }
  if (choice === 'cancel') return { returnTo: session.cancel_url }
  if (choice === 'pay') {
    pay(account, session)
    return { returnTo: successUrl }
  }
  const intent = intentOfSession(account, session)
  if (choice === 'pay slowly') {
    startProcessing(account, intent)
    Object.assign(session, { status: 'complete', url: null })
    account.emit('checkout.session.completed', session)
    return { returnTo: successUrl }
  }
  fail(account, intent, declineOf('declines'))
  return { returnTo: null }
}

const intentFor = (account: Account, { amount_total: amount, currency, customer }: SessionRow) =>
  createPaymentIntent(account, { amount, currency, customer })

function intentOfSession(account: Account, session: SessionRow): PaymentIntentRow {
  const known = session.payment_intent
  const intent = known ? account.get('payment_intent', known) : intentFor(account, session)
  session.payment_intent = intent.id
  return intent
}

function pay(account: Account, session: SessionRow): void {
  succeed(account, intentOfSession(account, session))
  complete(account, session)
  account.emit('checkout.session.completed', session)
}

function complete(account: Account, session: SessionRow): void {
  Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
  if (session.invoice_creation.enabled) session.invoice = invoiceFor(account, session)
}

/** The bank's answer about a session's payment that took days. */
export function endSlowCheckout(account: Account, intent: PaymentIntentRow): void {
  const sessions = [...account.tables['checkout.session'].values()]
  const session = sessions.find(({ payment_intent: id }) => id === intent.id)
  if (session?.status !== 'complete' || session.payment_status === 'paid') return
  const isPaid = intent.status === 'succeeded'
  if (isPaid) complete(account, session)
  account.emit(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session)
}

/** As docs.stripe.com/api/checkout/sessions/expire says: only an open one, which is never paid then. */
export function expireSession(account: Account, session: SessionRow): SessionRow {
  if (session.status !== 'open') {
    throw invalid(`A session that is ${session.status} can’t be expired.`)
  }
  session.status = 'expired'
  session.url = null
  account.emit('checkout.session.expired', session)
  return session
}

/** The invoice of what is paid already. The customer's balance isn't used for it. */
function invoiceFor(account: Account, session: SessionRow): string {
  const now = account.now()
  const customer = customerOf(account, session.customer)
  const { balance } = customer
  const lines = session.line_items.data.map(
    ({ description, quantity, amount_total: amount }): DraftLine => ({
      description,
      quantity,
      amount,
      discounts: [],
      isProration: false,
      period: { start: now, end: now },
      price: null,
      item: null,
    }),
  )
  customer.balance = 0
  const invoice = issue(account, {
    customer,
    subscription: null,
    lines,
    reason: 'manual',
    period: { start: now, end: now },
  })
  customer.balance = balance
  invoice.starting_balance = balance
  invoice.ending_balance = balance
  if (invoice.status === 'open') settle(account, invoice)
  return invoice.id
}
