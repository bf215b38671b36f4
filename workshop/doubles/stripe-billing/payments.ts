/** Payment intents: attempts to charge a card, and what follows from each. */
import { base, type Account } from './account.ts'
import { declineOf, outcomeOf, type ChargeOutcome, type PaymentError } from './cards.ts'
import { invalid } from './failure.ts'
import type { ChargeRow, PaymentIntentRow } from './rows.ts'

export function createPaymentIntent(
  account: Account,
  { amount, currency, customer }: Pick<PaymentIntentRow, 'amount' | 'currency' | 'customer'>,
): PaymentIntentRow {
  const id = account.nextId('pi')
  const intent: PaymentIntentRow = {
    ...base(account, 'payment_intent', id),
    amount,
    currency,
    customer,
    client_secret: `${id}_secret_${account.nextId('x').slice(2)}`,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: null,
    last_payment_error: null,
  }
  account.tables.payment_intent.set(id, intent)
  return intent
}

/** The card that is charged for a customer; null: none. */
export const defaultCardOf = ({ tables }: Account, customer: string): string | null =>
  tables.customer.get(customer)?.invoice_settings.default_payment_method ?? null

/** @param isPresent the card's owner is at the screen */
export function attempt(
  account: Account,
  intent: PaymentIntentRow,
  { card, isPresent }: { card: string | null; isPresent: boolean },
): ChargeOutcome {
  const outcome = card === null ? 'declined' : outcomeOf(account.cards.get(card), isPresent)
  intent.payment_method = card
  if (outcome === 'succeeded') succeed(account, intent)
  else if (outcome === 'requires_action') {
    intent.status = 'requires_action'
    intent.next_action = { type: 'use_stripe_sdk' }
  } else if (outcome === 'processing') startProcessing(account, intent)
  else fail(account, intent, declineOf(account.cards.get(card ?? '')))
  return outcome
}

/** Its bank works on it. */
export function startProcessing(account: Account, intent: PaymentIntentRow): void {
  Object.assign(intent, { status: 'processing', next_action: null })
  account.emit('payment_intent.processing', intent)
}

export function succeed(account: Account, intent: PaymentIntentRow): void {
  const id = account.nextId('ch')
  const charge: ChargeRow = {
    ...base(account, 'charge', id),
    amount: intent.amount,
    currency: intent.currency,
    customer: intent.customer,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    receipt_url: `${account.url}/receipts/${id}`,
    status: 'succeeded',
    paid: true,
    amount_refunded: 0,
  }
  account.tables.charge.set(id, charge)
  Object.assign(intent, {
    status: 'succeeded',
    next_action: null,
    latest_charge: id,
    last_payment_error: null,
  })
  account.emit('payment_intent.succeeded', intent)
}

export function fail(account: Account, intent: PaymentIntentRow, error: PaymentError): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: error,
  })
  account.emit('payment_intent.payment_failed', intent)
}

const cancelable = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
]

/** As docs.stripe.com/api/payment_intents/cancel says: in these statuses or, "in rare cases", `processing`. */
export function cancelIntent(account: Account, intent: PaymentIntentRow): PaymentIntentRow {
  const isRareCase = intent.status === 'processing' && account.cancelsProcessing
  if (!isRareCase && !cancelable.includes(intent.status)) {
    throw invalid(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      { code: 'payment_intent_unexpected_state' },
    )
  }
  Object.assign(intent, { status: 'canceled', next_action: null })
  account.emit('payment_intent.canceled', intent)
  return intent
}
