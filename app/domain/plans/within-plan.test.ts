import { expect, test } from 'vitest'
import { queryDefaults } from '#app/contract/nudges.ts'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { entitlementsOf } from './entitlements.ts'
import { optionFlags, queryFlags, type FeatureFlag } from './feature-flags.ts'
import { changeWithinPlan, lackedQuery, optionsWithinPlan, queryWithinPlan } from './within-plan.ts'

const without = (...flags: FeatureFlag[]) =>
  entitlementsOf({
    plan: 'enterprise',
    meteredBy: 'visitors',
    overrides: { features: Object.fromEntries(flags.map((flag) => [flag, false])) },
  })

/** A value that differs from the default. */
const other = (value: unknown) => ({ instead: value })

test.each(optionFlags)(
  'the option %s has no effect and can’t be changed without the flag',
  (name) => {
    const stored = { ...defaultSiteOptions, [name]: other(name) }
    const lacking = without(`options.${name}`)
    const isOurLink = name === 'branding' || name === 'inlineBranding'

    expect(optionsWithinPlan(stored, lacking)[name]).toEqual(
      isOurLink ? true : defaultSiteOptions[name],
    )
    expect(changeWithinPlan({ [name]: stored[name], loop: true }, lacking)).toEqual({ loop: true })
    expect(optionsWithinPlan(stored, without())).toBe(stored)
  },
)

test.each(queryFlags)('the query option %s has no effect without the flag', (name) => {
  const stored = { ...queryDefaults, [name]: other(name) }
  const lacking = without(`nudge_query_options.${name}`)

  expect(lackedQuery(stored, queryDefaults, lacking)).toEqual([name])
  expect(queryWithinPlan(stored, queryDefaults, lacking)).toEqual(queryDefaults)
  expect(queryWithinPlan(stored, queryDefaults, without())).toBe(stored)
  expect(lackedQuery({ [name]: queryDefaults[name] }, queryDefaults, lacking)).toEqual([])
})
