/** The events of a random life, from its number alone. */
import fc from 'fast-check'
import type { CardBehavior } from '#workshop/doubles/stripe-billing/cards.ts'
import { faultNames, type Mishap } from './failing-process.ts'

const planIds = ['lite', 'plus', 'genius', 'agency', 'enterprise'] as const
type PaidPlan = (typeof planIds)[number]

/** Each works once per organization. */
export const coupons = {
  HALF: { percent_off: 50, duration: 'once' },
  THIRD: { percent_off: 33, duration: 'repeating', duration_in_months: 2 },
  FIVE: { amount_off: 500, duration: 'forever' },
} as const
type Coupon = keyof typeof coupons

/** The person's answer to the bank. Null: none, and the question expires. */
type BankAnswer = boolean | null

export type Act =
  | { kind: 'choose'; plan: PaidPlan; coupon: Coupon | null; isPreviewed: boolean }
  | { kind: 'choose free' | 'cancel' | 'resume' | 'offer' | 'retry' }
  | { kind: 'coupon'; coupon: Coupon }
  | { kind: 'boost'; choice: 'pay' | 'decline' | 'cancel' }
  | { kind: 'new card' }
  | { kind: 'trial'; plan: PaidPlan; days: number }
  | { kind: 'lifetime' | 'staff plan'; plan: PaidPlan }

export type Turn = {
  /** Days that pass before. */
  days: number
  /** The behavior of the organization's card from then on. */
  card: CardBehavior
  act: Act
  answer: BankAnswer
  mishap: Mishap | null
  /** The same form is sent again after an error. */
  isRepeated: boolean
  /**
   * How Stripe's events arrive. `late`: one that came before the act is read before it, and stored
   * after it. `lost`: the nightly check comes first.
   */
  events: 'once' | 'twice' | 'late' | 'lost'
}

const plan = fc.constantFrom(...planIds)
const coupon = fc.constantFrom(...(Object.keys(coupons) as Coupon[]))
const only = <Kind extends Act['kind']>(kind: Kind) => fc.constant({ kind })

const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('choose' as const),
      plan,
      coupon: fc.option(coupon, { freq: 2 }),
      isPreviewed: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: only('choose free') },
  { weight: 3, arbitrary: only('cancel') },
  { weight: 2, arbitrary: only('resume') },
  { weight: 2, arbitrary: only('offer') },
  { weight: 2, arbitrary: only('retry') },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('coupon' as const), coupon }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('boost' as const),
      choice: fc.constantFrom(
        'pay' as const,
        'pay' as const,
        'decline' as const,
        'cancel' as const,
      ),
    }),
  },
  { weight: 2, arbitrary: only('new card') },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('trial' as const),
      plan,
      days: fc.constantFrom(3, 20, 60),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('lifetime' as const, 'staff plan' as const),
      plan,
    }),
  },
)

const mishaps: fc.Arbitrary<Mishap> = fc.oneof(
  fc.record({
    kind: fc.constant('outage' as const),
    fault: fc.constantFrom(...faultNames),
    from: fc.nat(14),
    isLasting: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('killed' as const),
    at: fc.constantFrom('request' as const, 'before commit' as const, 'after commit' as const),
    from: fc.nat(14),
  }),
)

const turns: fc.Arbitrary<Turn> = fc.record({
  days: fc.constantFrom(0, 0, 0, 1, 4, 15, 17, 33),
  card: fc.constantFrom<CardBehavior>(
    'succeeds',
    'succeeds',
    'succeeds',
    'declines',
    'declines for good',
    'declines renewals',
    'asks at payments',
  ),
  act: acts,
  answer: fc.constantFrom<BankAnswer>(true, true, false, null),
  mishap: fc.option(mishaps, { freq: 2 }),
  isRepeated: fc.boolean(),
  events: fc.constantFrom<Turn['events']>('once', 'twice', 'late', 'lost'),
})

/** The first order, which makes more of a life, and what follows. */
const lives = fc.tuple(plan, fc.array(turns, { minLength: 2, maxLength: 5, size: 'max' }))
export type Life = { number: number; plan: PaidPlan; turns: readonly Turn[] }

/** The same at each run. */
export function lifeOf(number: number): Life {
  const [first] = fc.sample(lives, { seed: number, numRuns: 1 })
  if (!first) throw new Error('There is a sample.')
  const [planId, all] = first
  return { number, plan: planId, turns: all }
}
