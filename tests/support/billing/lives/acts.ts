/** Runs the acts of a life as the product’s screens do. */
import { randomUUID } from 'node:crypto'
import { acceptOffer, cancelPlan, resumePlan } from '#app/domain/billing/cancel-plan.server.ts'
import type { ChargePreview } from '#app/domain/billing/channels/charge-preview.ts'
import { choosePlan, previewPlan } from '#app/domain/billing/choose-plan.server.ts'
import { grantLifetime, replacePlan, startTrial } from '#app/domain/billing/grants.server.ts'
import {
  applyCoupon,
  retryPayment,
  startCardSetup,
  storeCard,
} from '#app/domain/billing/pay.server.ts'
import { readLatestPurchase, startPurchase } from '#app/domain/billing/purchases.server.ts'
import { findMain } from '#app/domain/billing/stored/store-subscriptions.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { StripeBilling } from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import type { TestTeam } from '../../makers.ts'
import { details } from '../billing-details.ts'
import { Killed } from './failing-process.ts'
import type { Act } from './life.ts'

/** The answer that the person reads. */
export type Outcome =
  /** `shown`: the price that was on its screen. Absent: none was. */
  | { kind: 'done'; shown?: ChargePreview }
  /** The bank asks. */
  | { kind: 'authenticate'; clientSecret: string }
  /** It isn’t done, and nothing has changed. */
  | { kind: 'refused'; sentence: string }
  /** It may be done: Stripe can’t be reached, or the browser got no answer. */
  | { kind: 'unknown' }

export type Actor = { stripe: StripeBilling; team: TestTeam }

export const couponOf = (life: number, coupon: string): string => `${coupon}-${String(life)}`

/** @param form the same when it is sent again */
export async function runAct(
  services: Services,
  actor: Actor,
  { act, form, life }: { act: Act; form: string; life: number },
): Promise<Outcome> {
  try {
    return await run(services, actor, { act, form, life })
  } catch (error) {
    if (error instanceof Killed) return { kind: 'unknown' }
    if (!(error instanceof Refusal)) throw error
    // A message that promises nothing.
    if (error.code === 'unavailable') return { kind: 'unknown' }
    return { kind: 'refused', sentence: `${error.message} ${JSON.stringify(error.details)}` }
  }
}

const done: Outcome = { kind: 'done' }

async function run(
  services: Services,
  { stripe, team }: Actor,
  { act, form: operation, life }: { act: Act; form: string; life: number },
): Promise<Outcome> {
  const { scope, owner } = team
  const change = { operation, userId: owner.id }
  switch (act.kind) {
    case 'choose':
    case 'choose free': {
      const isPaid = act.kind === 'choose'
      const planId = isPaid ? act.plan : 'free'
      const coupon = isPaid && act.coupon !== null ? couponOf(life, act.coupon) : null
      const preview =
        isPaid && act.isPreviewed ? await previewPlan(services, scope, { planId, coupon }) : null
      const outcome = asOutcome(
        await choosePlan(services, scope, {
          planId,
          coupon,
          operation,
          actor: { userId: owner.id },
          returnUrl: 'http://footfall.test/billing/checkout/success',
          countedFrom: preview?.countedFrom ?? null,
        }),
      )
      return outcome.kind === 'done' && preview ? { ...outcome, shown: preview } : outcome
    }
    case 'cancel':
      await cancelPlan(services, scope, change)
      return done
    case 'resume':
      await resumePlan(services, scope, change)
      return done
    case 'offer':
      await acceptOffer(services, scope, change)
      return done
    case 'retry':
      return asOutcome(await retryPayment(services, scope, change))
    case 'coupon':
      await applyCoupon(services, scope, { ...change, code: couponOf(life, act.coupon) })
      return done
    case 'boost':
      return buyBoost(services, { stripe, team }, { operation, choice: act.choice })
    case 'new card':
      return enterCard(services, { stripe, team }, operation)
    case 'trial': {
      const until = new Date(services.now().getTime() + act.days * dayMillis)
      await startTrial(services, scope, { planId: act.plan, until, reason: 'Asked for it.' })
      return done
    }
    case 'lifetime':
      await grantLifetime(services, scope, {
        planId: act.plan,
        code: `deal-${operation}`,
        forwardedImpressions: null,
        reason: 'Bought a deal.',
      })
      return done
    case 'staff plan':
      // As the kiosk does it.
      if ((await services.db.asTeam(scope, (tx) => findMain(tx, scope))) !== null) {
        throw new Refusal('conflict', 'The organization has a subscription.')
      }
      await replacePlan(services, scope, {
        planId: act.plan,
        cause: { actor: 'staff', userId: null, reason: 'A gift.' },
      })
      return done
  }
}

const asOutcome = (step: Awaited<ReturnType<typeof choosePlan>>): Outcome => {
  if (step.kind === 'redirect' || step.kind === 'processing') {
    throw new Error('A card needs no other page, and no bank takes its time here.')
  }
  return step
}

async function buyBoost(
  services: Services,
  { stripe, team: { scope, owner } }: Actor,
  { operation, choice }: { operation: string; choice: 'pay' | 'decline' | 'cancel' },
): Promise<Outcome> {
  const step = await startPurchase(services, scope, {
    itemId: 'lite-visitors',
    siteId: null,
    operation,
    userId: owner.id,
    returnUrl: 'http://footfall.test/done',
    cancelUrl: 'http://footfall.test/billing',
  })
  if (step.kind !== 'redirect') return done
  const session = step.url.split('/').at(-1) ?? ''
  if (stripe.account.get('checkout.session', session).status !== 'open') return done
  stripe.checkOut(session, choice)
  if (choice === 'pay') await readLatestPurchase(services, scope, 'visitor_boost')
  return done
}

/** Enters another card of the same bank, which behaves like the one before. */
async function enterCard(
  services: Services,
  { stripe, team: { scope, owner } }: Actor,
  operation: string,
): Promise<Outcome> {
  const { clientSecret } = await startCardSetup(services, scope, operation)
  const paymentMethod = stripe.enterCard(clientSecret, 'mastercard')
  await storeCard(services, scope, { paymentMethod, userId: owner.id, details })
  return done
}

export const newForm = (): string => randomUUID()
