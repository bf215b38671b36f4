import { expect, test } from 'vitest'
import { plans } from '#app/domain/plans/catalog.ts'
import { entitlementsOf } from '#app/domain/plans/entitlements.ts'
import { featureFlags } from '#app/domain/plans/feature-flags.ts'
import { describePlan } from './session-plans.ts'

/** A flag as clients of `spark-variables` read it in a plan's features. */
function readFlag(features: Readonly<Record<string, unknown>>, flag: string): unknown {
  const [group = '', name] = flag.split('.', 2)
  const value = features[group]
  if (name === undefined) return value
  if (Array.isArray(value)) return value.includes(name)
  const one = (value as Record<string, unknown>)[name]
  // By its modes. The standard one is always included.
  return typeof one === 'object' && one !== null && 'custom' in one ? one.custom : one
}

test.each(plans.map((plan) => [plan.id, plan] as const))(
  'the features of the plan %s are those that its organizations have',
  (_id, plan) => {
    const { features } = describePlan(plan)
    const { includes } = entitlementsOf({ plan: plan.id, meteredBy: plan.meteredBy, overrides: {} })

    const described = featureFlags.map((flag) => [flag, readFlag(features, flag)])
    expect(described).toEqual(featureFlags.map((flag) => [flag, includes(flag)]))
  },
)
