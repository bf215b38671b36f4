/**
 * Payment data in responses of `user` and `spark-variables`, in the specification's field names. Only
 * the owner of the organization gets it.
 */
import type { Transaction } from '#app/db/db.ts'
import { billingAccounts, shops, sites, subscriptions, wixInstances } from '#app/db/schema/index.ts'
import { runningDiscount } from '#app/domain/billing/discounts.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { findEntitlements } from '#app/domain/plans/team-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'

/** The specification has no tax but Stripe's, which is on invoices. */
const taxRate = 0

type SubscriptionRow = typeof subscriptions.$inferSelect

/** Addresses of the specification. */
const describeBillingPaths = ({ teamId }: Pick<TeamScope, 'teamId'>) => ({
  billingPath: '/billing',
  billingVisitorBoosterPath: `/settings/teams/${String(teamId)}#/visitor-boosts`,
  addons_billing_path: `/settings/teams/${String(teamId)}#/add-ons`,
})

/** @param planId the team's plan */
export async function describeTeamBilling(
  tx: Transaction,
  scope: TeamScope,
  { planId, at }: { planId: string; at: Date },
) {
  const [account] = await tx.select().from(billingAccounts).where(inTeam(billingAccounts, scope))
  const rows = await tx.select().from(subscriptions).where(inTeam(subscriptions, scope))
  const [shop] = await tx.select({ id: shops.id }).from(shops).where(inTeam(shops, scope))
  const [instance] = await tx
    .select({ id: wixInstances.id })
    .from(wixInstances)
    .where(inTeam(wixInstances, scope))
  const { includes } = await findEntitlements(tx, scope)
  const eligible = includes('volume_discount')
    ? await tx.select({ uuid: sites.uuid }).from(sites).where(inTeam(sites, scope))
    : []
  const live = rows
    .filter(({ state }) => state !== 'ended')
    .map((row) => ({ ...row, discount: runningDiscount(row.discount, at) }))
  const main = live.find(({ type }) => type === 'default')
  const ofShopify = live.find(({ channel }) => channel === 'shopify')
  const trialEndsAt = account?.trialPlan == null ? null : account.trialEndsAt
  return {
    ...describeBillingPaths(scope),
    stripe_id: account?.stripeId ?? null,
    card_brand: account?.cardBrand ?? null,
    card_last_four: account?.cardLastFour ?? null,
    card_country: account?.cardCountry ?? null,
    card_exp_month: account?.cardExpMonth ?? null,
    card_exp_year: account?.cardExpYear ?? null,
    billing_address: account?.billingAddress ?? null,
    billing_address_line_2: account?.billingAddressLine2 ?? null,
    billing_city: account?.billingCity ?? null,
    billing_state: account?.billingState ?? null,
    billing_zip: account?.billingZip ?? null,
    billing_country: account?.billingCountry ?? null,
    vat_id: account?.vatId ?? null,
    extra_billing_information: account?.extraBillingInformation ?? null,
    trial_ends_at: trialEndsAt,
    app_sumo_code: account?.appSumoCode ?? null,
    tax_rate: taxRate,
    free_plan: shop === undefined ? 'free' : 'free-shopify',
    onGenericTrial: trialEndsAt !== null && trialEndsAt > at && main === undefined,
    onAppSumoPlan: live.some(({ isLifetime }) => isLifetime),
    pricePerSite: findPlan(planId)?.isPricedPerSite ?? false,
    activeDiscount: main?.discount ?? null,
    discountEligibleSites: eligible.map(({ uuid }) => uuid).sort(),
    hasShopifySubscription: ofShopify !== undefined,
    shopifySubscription: ofShopify ? describeSubscription(ofShopify) : null,
    hasWixSubscription: live.some(({ channel }) => channel === 'wix'),
    isWix: instance !== undefined,
    subscriptions:
      live.length > 0 ? live.map(describeSubscription) : [freeSubscription(scope, planId)],
  }
}

const describeSubscription = (row: SubscriptionRow) => ({
  id: row.id,
  team_id: row.teamId,
  name: row.type,
  type: row.type,
  stripe_id: row.channel === 'card' ? row.providerId : null,
  stripe_plan: row.providerPlan,
  stripe_price: row.providerPlan,
  stripe_status: row.providerStatus,
  quantity: row.quantity,
  discount: row.discount,
  data: {
    channel: row.channel,
    state: row.state,
    unit_cents: row.unitCents,
    currency: row.currency,
    past_due_since: row.pastDueSince,
  },
  trial_ends_at: row.trialEndsAt,
  ends_at: row.endsAt,
  current_period_started_at: row.currentPeriodStartedAt,
  current_period_ends_at: row.currentPeriodEndsAt,
  is_lifetime: row.isLifetime,
  payment_receipt_url: row.paymentReceiptUrl,
  // Spelled as in the specification.
  lifetime_fowarded_impressions: row.lifetimeForwardedImpressions,
  provider_plan: row.planId,
  // One for the plan: boosts are bought once, and are no part of a subscription.
  items: [
    {
      subscription_id: row.id,
      stripe_plan: row.providerPlan,
      stripe_price: row.providerPlan,
      provider_plan: row.planId,
      quantity: row.quantity,
      unit_cents: row.unitCents,
    },
  ],
})

type SubscriptionFields = { [Field in keyof ReturnType<typeof describeSubscription>]: unknown }

/** Fields for a team that pays for nothing. */
const freeSubscription = ({ teamId }: TeamScope, planId: string): SubscriptionFields => ({
  id: null,
  team_id: teamId,
  name: 'default',
  type: 'default',
  stripe_id: null,
  stripe_plan: planId,
  stripe_price: null,
  stripe_status: 'active',
  quantity: 1,
  discount: null,
  data: { channel: 'free', state: 'active' },
  trial_ends_at: null,
  ends_at: null,
  current_period_started_at: null,
  current_period_ends_at: null,
  is_lifetime: false,
  payment_receipt_url: null,
  lifetime_fowarded_impressions: null,
  provider_plan: planId,
  items: [],
})
