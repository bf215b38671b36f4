/** Cards to try, by their numbers. Most are those of Stripe's test mode. */
import { StripeFailure } from './failure.ts'

export type CardBehavior =
  | 'succeeds'
  /** Can't be stored. */
  | 'is refused'
  /** Can be stored, and every payment fails. */
  | 'declines'
  /** The same, with a code after which Stripe tries no more. */
  | 'declines for good'
  /** Its month is over. Stripe tries it again. */
  | 'has expired'
  /** Pays while its owner is there, and never later. */
  | 'declines renewals'
  /** The bank asks its owner at each payment. */
  | 'asks at payments'
  /** The bank asks once, when the card is stored. */
  | 'asks at setup'
  /** The bank takes its time: `endProcessing` is its answer. */
  | 'takes days'

export type CardName = keyof typeof testCards

export const testCards = {
  visa: { number: '4242424242424242', behavior: 'succeeds', brand: 'visa', country: 'US' },
  mastercard: {
    number: '5555555555554444',
    behavior: 'succeeds',
    brand: 'mastercard',
    country: 'US',
  },
  dutch: { number: '4000005280000002', behavior: 'succeeds', brand: 'visa', country: 'NL' },
  german: { number: '4000002760000016', behavior: 'succeeds', brand: 'visa', country: 'DE' },
  refused: { number: '4000000000000002', behavior: 'is refused', brand: 'visa', country: 'US' },
  declining: { number: '4000000000000341', behavior: 'declines', brand: 'visa', country: 'US' },
  failingLater: {
    number: '4000000000005126',
    behavior: 'declines renewals',
    brand: 'visa',
    country: 'US',
  },
  asking: {
    number: '4000002760003184',
    behavior: 'asks at payments',
    brand: 'visa',
    country: 'US',
  },
  askingAtSetup: {
    number: '4000002500003155',
    behavior: 'asks at setup',
    brand: 'visa',
    country: 'US',
  },
} as const satisfies Record<
  string,
  { number: string; behavior: CardBehavior; brand: string; country: string }
>

/** @throws StripeFailure 402 for a number that no card has */
export function cardOfNumber(given: string) {
  const number = given.replaceAll(/\s/g, '')
  const card = Object.values(testCards).find((one) => one.number === number)
  if (card) return card
  throw new StripeFailure(402, {
    type: 'card_error',
    code: 'incorrect_number',
    message: 'Your card number is incorrect.',
    param: 'number',
  })
}

/**
 * Codes after which Stripe makes no attempt without another card: docs.stripe.com, “Automate payment
 * retries”, non-retryable decline codes. The list itself is from open-source users of Stripe, who name the
 * same nine: its own part of the page couldn't be read. An expired card, for example, isn't among them.
 */
const hardCodes: readonly string[] = [
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'stolen_card',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'authentication_required',
  'highest_risk_level',
  'transaction_not_allowed',
]

const declineCodeOf = (behavior: CardBehavior | undefined): string => {
  if (behavior === 'declines for good') return 'lost_card'
  if (behavior === 'has expired') return 'expired_card'
  return behavior === 'asks at payments' ? 'authentication_required' : 'generic_decline'
}

/** Whether a failed payment of this card is tried again without anyone. Undefined: there is no card. */
export const isTriedAgain = (behavior: CardBehavior | undefined): boolean =>
  behavior !== undefined && !hardCodes.includes(declineCodeOf(behavior))

/** Error of a payment that failed. */
export type PaymentError = {
  code: string
  decline_code?: string
  message: string
  param?: string
}

/** A card that has expired has a code of its own, and no decline code: docs.stripe.com/testing. */
export const declineOf = (behavior: CardBehavior | undefined): PaymentError =>
  behavior === 'has expired'
    ? { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' }
    : {
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
      }

export const declined = (behavior?: CardBehavior, more: Record<string, unknown> = {}) =>
  new StripeFailure(402, { type: 'card_error', ...declineOf(behavior), ...more })

export type ChargeOutcome = 'succeeded' | 'declined' | 'requires_action' | 'processing'

/** @param isPresent the card's owner is at the screen */
export function outcomeOf(behavior: CardBehavior | undefined, isPresent: boolean): ChargeOutcome {
  if (behavior === 'asks at payments') return 'requires_action'
  if (behavior === 'takes days') return 'processing'
  const pays =
    behavior === 'declines renewals'
      ? isPresent
      : behavior === 'succeeds' || behavior === 'asks at setup'
  return pays ? 'succeeded' : 'declined'
}
