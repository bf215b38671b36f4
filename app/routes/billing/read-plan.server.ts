/** Loads one plan's screen, shown before the plan is chosen. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { requireRight, requireTeam } from '#app/auth/guards.server.ts'
import { readBilling, type BillingState } from '#app/domain/billing/billing-state.server.ts'
import type { PlanPreview } from '#app/domain/billing/channels/charge-preview.ts'
import {
  currencyFirst,
  elsewhereFirst,
  previewPlan,
} from '#app/domain/billing/choose-plan.server.ts'
import { whyNoSwitch } from '#app/domain/billing/stored/why-no-switch.ts'
import { planIssues } from '#app/domain/billing/plan-issues.server.ts'
import { currency, findPlan, planLimitOf, type Plan } from '#app/domain/plans/catalog.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { pageNotFound, Refusal } from '#app/lib/errors.ts'
import { formatAmounts } from '#app/lib/money.ts'
import { newOperation } from '#app/lib/web/operation-form.server.ts'
import { readAddedPauses } from '#app/presenters/billing/plan-comparison.server.ts'
import type { Services } from '#app/services.ts'
import { describePrice } from './billing-text.ts'

/** @throws Refusal `not_found` for a plan that the team can't choose, for example of another channel */
export async function requirePlan(args: LoaderFunctionArgs) {
  const { account, team } = await requireTeam(args)
  requireRight(team, 'billing:manage')
  const { services } = args.context
  const plan = findPlan(args.params['id'] ?? '')
  const issues = plan && (await planIssues(services, team.scope, plan.id))
  if (!plan || !issues || issues.notEligible) {
    throw pageNotFound(args.request)
  }
  return { account, team, plan, issues }
}

export async function readPlanScreen(args: LoaderFunctionArgs) {
  const { team, plan, issues } = await requirePlan(args)
  const { services } = args.context
  const billing = await readBilling(services, team.scope)
  const { subscription, atBank } = billing
  const coupon = new URL(args.request.url).searchParams.get('coupon')?.trim().slice(0, 100) ?? ''
  // Billing also resumes the plan.
  const isKept = subscription?.state !== 'cancelled' || billing.abilities.resumes
  const isCurrent = billing.planId === plan.id && isKept
  if (isCurrent && subscription?.state !== 'incomplete') throw redirect('/billing')
  // Leaving for a free plan is canceling. That screen shows the consequences and the offer.
  if (plan.priceCents === 0 && subscription !== null) throw redirect('/billing/cancel')
  return {
    plan: describePlan(plan),
    current: describePlan(findPlan(billing.planId) ?? plan),
    currentPrice: subscription && describePrice(subscription),
    isCanceled: subscription?.state === 'cancelled',
    fixedEnd: fixedEndOf(subscription),
    /** The discount that a coupon would replace. Null: none. */
    discounted: subscription?.discount
      ? { ...subscription, discount: subscription.discount }
      : null,
    isSwitch: subscription !== null && subscription.state !== 'incomplete',
    isPastDue: subscription != null && subscription.pastDueSince !== null,
    noSwitch: subscription && whyNoSwitch(subscription, services.now()),
    tooManyMembers: issues.tooManyMembers,
    pauses: await readAddedPauses(services, team.scope, plan),
    preview: await readPreview(services, team.scope, { planId: plan.id, coupon }),
    card: billing.card,
    channel: billing.channel,
    isConfigured: billing.isConfigured,
    elsewhere: readElsewhere(billing, plan),
    takesCoupons: billing.abilities.takesCoupons && plan.priceCents > 0,
    operation: newOperation(),
    version: billing.version,
    atBank: { invoices: atBank.invoices, amounts: formatAmounts(atBank.sums) },
  }
}

/** An end that isn't the period's: it was set by hand at the provider. Null: there is none. */
function fixedEndOf(subscription: BillingState['subscription']): Date | null {
  if (subscription?.state !== 'cancelled') return null
  const { endsAt, currentPeriodEndsAt } = subscription
  return endsAt?.getTime() === currentPeriodEndsAt?.getTime() ? null : endsAt
}

const describePlan = (plan: Plan) => ({
  id: plan.id,
  name: plan.name,
  priceCents: plan.priceCents,
  meteredBy: plan.meteredBy,
  limit: planLimitOf(plan, plan.meteredBy),
  reviewsLimit: plan.reviewsLimit,
})

/** Why the provider doesn't switch to the plan, and its page for that, if it has one. Null: it does. */
function readElsewhere(
  { abilities: { managedAt }, subscription }: BillingState,
  { id, priceCents }: Plan,
): { why: string; page: string | null } | null {
  if (subscription === null) return null
  const isSwitch = subscription.state !== 'incomplete' && subscription.planId !== id
  if (isSwitch && subscription.currency !== currency) {
    return { why: currencyFirst(subscription.currency), page: null }
  }
  if (managedAt === undefined) return null
  if (priceCents > subscription.unitCents) return null
  return { why: elsewhereFirst(subscription.planId === id), page: managedAt }
}

type Previewed = { planId: string; coupon: string }

/**
 * `coupon`: the one that the charge is with. Empty: none. `isUnknown`: the provider can't be reached. Then
 * nothing can be chosen either.
 */
async function readPreview(
  services: Services,
  scope: TeamScope,
  { planId, coupon }: Previewed,
): Promise<{ charge: PlanPreview | null; coupon: string; isUnknown: boolean }> {
  try {
    const charge = await previewPlan(services, scope, { planId, coupon })
    return { charge, coupon: charge === null ? '' : coupon, isUnknown: false }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // A coupon that can't be used any more: the form said so before it led here.
    if (error.code === 'invalid' && coupon !== '') {
      return readPreview(services, scope, { planId, coupon: '' })
    }
    services.log.warn({ err: error, teamId: scope.teamId }, 'a change of plan wasn’t previewed')
    return { charge: null, coupon: '', isUnknown: true }
  }
}
