/** Plans in responses of `spark-variables`, in the specification's field names. */
import { connectableNames } from '#app/contract/integrations.ts'
import { nudgeTypes } from '#app/contract/nudges.ts'
import {
  cancellationDiscountCents,
  interval,
  plans,
  trialDays,
  type Channel,
  type Plan,
} from '#app/domain/plans/catalog.ts'
import { planIncludes } from '#app/domain/plans/entitlements.ts'
import {
  featureFlags,
  inlineTypes,
  optionFlags,
  queryFlags,
  reviewSources,
} from '#app/domain/plans/feature-flags.ts'

/** The specification's flags of a plan, as `availableFeatures` has them. */
function describePlanFlags(plan: Plan) {
  const group = (of: string, names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [name, !plan.lacks.some((flag) => flag === `${of}.${name}`)]),
    )
  return {
    // Only flags that some plans lack.
    summary: gatedFlags.filter((flag) => planIncludes(plan, flag)),
    nudges: group('nudges', nudgeTypes),
    inline_nudges: inlineTypes.filter((type) => planIncludes(plan, `inline_nudges.${type}`)),
    options: {
      ...group('options', optionFlags),
      timingMode: timingModes(planIncludes(plan, 'options.timingMode')),
    },
    nudge_query_options: group('nudge_query_options', queryFlags),
    integrations: group('integrations', connectableNames),
    datafeed: planIncludes(plan, 'datafeed'),
    analytics: planIncludes(plan, 'analytics'),
    ai_engine: planIncludes(plan, 'ai_engine'),
    volume_discount: planIncludes(plan, 'volume_discount'),
    push_nudges: planIncludes(plan, 'push_nudges'),
    datashake_limits: Object.fromEntries(reviewSources.map((name) => [name, plan.reviewsLimit])),
  }
}

const timingModes = (isIncluded: boolean) => ({
  custom: isIncluded,
  standard: true,
  accelerated: isIncluded,
})

const gatedFlags = featureFlags.filter((flag) => {
  const having = plans.filter((plan) => planIncludes(plan, flag))
  return having.length > 0 && having.length < plans.length
})

/** The public part of a plan. */
export const describePlan = (plan: Plan) => ({
  id: plan.id,
  name: plan.name,
  price: plan.priceCents / 100,
  trialDays,
  interval,
  active: plan.isActive,
  type: 'team',
  group: 'default',
  features: {
    ...describePlanFlags(plan),
    visitorLimit: plan.visitorLimit,
    reviewsLimit: plan.reviewsLimit,
  },
  attributes: {
    billingType: plan.meteredBy,
    interval,
    impressionLimit: plan.impressionLimit ?? null,
    cancellationDiscountPrice: cancellationDiscountCents / 100,
    wixPlanId: variantOf(plan, 'wix'),
    shopifyPlanId: variantOf(plan, 'shopify'),
    isWixActive: variantOf(plan, 'wix') !== null,
  },
})

/** Id of the same plan for a channel; null: the channel doesn't have it. */
const variantOf = ({ name }: Plan, channel: Channel): string | null =>
  plans.find((one) => one.name === name && one.channel === channel && one.isActive)?.id ?? null

/** Also the variants for Wix and Shopify: a feature's plan is looked up among those metered alike. */
export const availablePlans = plans.map(describePlan)
