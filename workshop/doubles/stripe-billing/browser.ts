/** Calls of Stripe.js: with the public key and the secret of one intent, from any page. */
import type { Account } from './account.ts'
import { endSlowCheckout } from './checkout.ts'
import { answerSetup, confirmSetup } from './customers.ts'
import { declined, declineOf } from './cards.ts'
import { invalid, missing, StripeFailure } from './failure.ts'
import * as form from './form.ts'
import { intentOf, settle } from './invoices.ts'
import { attempt, defaultCardOf, fail, succeed } from './payments.ts'
import type { InvoiceRow, PaymentIntentRow } from './rows.ts'

const path = /^\/v1\/(setup_intents|payment_intents)\/(\w+)\/(confirm|authenticate)$/

/** Undefined: another call. `authenticate` is what a bank's page does at the end. */
export function callFromBrowser(
  account: Account,
  request: { method: string; path: string; params: form.Params; publishableKey: string },
): unknown {
  const match = request.method === 'POST' ? path.exec(request.path) : null
  if (!match) return undefined
  const [, kind, id = '', step] = match
  const { params } = request
  if (form.textOf(params, 'key') !== request.publishableKey) {
    throw new StripeFailure(401, { type: 'invalid_request_error', message: 'Invalid API Key.' })
  }
  const isOwner = form.textOf(params, 'result') === 'success'
  if (kind === 'setup_intents') {
    const intent = owned(account.tables.setup_intent.get(id), params)
    const card = form.groupOf(form.groupOf(params, 'payment_method_data'), 'card')
    if (step === 'authenticate') answerSetup(account, intent, isOwner)
    else confirmSetup(account, intent, form.requiredOf(card, 'number'))
    return intent
  }
  const intent = owned(account.tables.payment_intent.get(id), params)
  if (intent.status === 'canceled') {
    throw invalid('You cannot confirm this PaymentIntent because it has a status of canceled.', {
      code: 'payment_intent_unexpected_state',
    })
  }
  if (step === 'authenticate') answerPayment(account, intent, isOwner)
  else if (intent.status === 'requires_payment_method') retry(account, intent)
  return intent
}

function owned<R extends { client_secret: string }>(row: R | undefined, params: form.Params): R {
  if (row && row.client_secret === form.textOf(params, 'client_secret')) return row
  throw missing('intent', '', 'client_secret')
}

function retry(account: Account, intent: PaymentIntentRow): void {
  const card = defaultCardOf(account, intent.customer)
  const outcome = attempt(account, intent, { card, isPresent: true })
  if (outcome === 'succeeded') follow(account, intent)
  if (outcome !== 'declined') return
  throw declined(account.cards.get(card ?? ''), { payment_intent: intent })
}

/** After the bank has asked the card's owner. */
export function answerPayment(account: Account, intent: PaymentIntentRow, isOwner: boolean): void {
  if (intent.status !== 'requires_action') return
  if (!isOwner) {
    fail(account, intent, {
      code: 'payment_intent_authentication_failure',
      message: 'We are unable to authenticate your payment method.',
    })
    return
  }
  succeed(account, intent)
  follow(account, intent)
}

/** The bank’s answer about all payments that it has been processing. */
export function endProcessing(account: Account, isPaid: boolean): void {
  for (const intent of account.tables.payment_intent.values()) {
    if (intent.status !== 'processing') continue
    if (isPaid) {
      succeed(account, intent)
      follow(account, intent)
      endSlowCheckout(account, intent)
      continue
    }
    fail(account, intent, declineOf(account.cards.get(intent.payment_method ?? '')))
    endSlowCheckout(account, intent)
    const invoice = invoiceOf(account, intent)
    const id = invoice?.parent?.subscription_details.subscription
    const subscription = account.tables.subscription.get(id ?? '')
    if (invoice?.status !== 'open') continue
    account.emit('invoice.payment_failed', invoice)
    const isDue = account.books.get(id ?? '')?.pendingInvoice !== invoice.id
    if (isDue && subscription?.status === 'active') {
      subscription.status = 'past_due'
      account.emit('customer.subscription.updated', subscription)
    }
  }
}

function follow(account: Account, intent: PaymentIntentRow): void {
  const invoice = invoiceOf(account, intent)
  if (invoice?.status === 'open') settle(account, invoice)
}

const invoiceOf = (account: Account, { id }: PaymentIntentRow): InvoiceRow | undefined =>
  [...account.tables.invoice.values()].find((one) => intentOf(account, one)?.id === id)
