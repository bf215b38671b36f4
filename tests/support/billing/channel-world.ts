/** Fixtures of a payment channel for its tests. */
import type { BillingChannel, BillingCustomer, BillingStep } from '#app/domain/billing/channel.ts'
import type { Plan } from '#app/domain/plans/catalog.ts'

type Answer = 'approve' | 'decline'

/** `before`: the provider doesn't do what was asked. `after`: it does, and its answer is lost. */
export type Outage = 'before' | 'after'

export type ChannelWorld = {
  channel: BillingChannel
  customer: BillingCustomer
  /** Whom the provider knows as well. */
  stranger: BillingCustomer
  /** Two plans of the channel, the cheaper one first. */
  plans: readonly [Plan, Plan]
  /** Runs a step, and answers as the merchant does at the provider, before or after it. */
  answer: (run: () => Promise<BillingStep>, answer: Answer) => Promise<void>
  /** Answers on the page of a purchase. */
  answerPurchase: (url: string, answer: Answer) => Promise<void>
  /** The merchant ends the subscription at the provider, where the channel can't. */
  endThere?: () => Promise<void>
  /** Moves the clock, and lets happen at the provider what is due by then. */
  advance: (millis: number) => Promise<void>
  /** After so many proper answers, all calls fail. */
  fail: (fault: Outage, answers: number) => void
  /** The provider works again. */
  heal: () => void
}
