/** Settings reduced to what a plan includes. Stored values don't change. Safe in the browser. */
import type { NudgeQuery } from '#app/contract/nudges.ts'
import { defaultSiteOptions, type SiteOptions } from '#app/contract/site-options.ts'
import type { Entitlements } from './entitlements.ts'
import { optionFlags, queryFlags } from './feature-flags.ts'

/** Values for plans that don't include the option, where they differ from the defaults. */
const gatedOptions = {
  ...defaultSiteOptions,
  // Removing our link is what the plan includes.
  branding: true,
  inlineBranding: true,
}

type Includes = Pick<Entitlements, 'includes'>

/** Options that the plan doesn't include, and those that only work with one of them. */
export const lackedOptions = ({ includes }: Includes): (keyof SiteOptions)[] => [
  ...optionFlags.filter((option) => !includes(`options.${option}`)),
  ...(includes('options.language') ? [] : (['usePageLanguage'] as const)),
]

/** Options as they take effect. */
export function optionsWithinPlan(options: SiteOptions, entitlements: Includes): SiteOptions {
  const lacked = lackedOptions(entitlements)
  if (lacked.length === 0) return options
  return { ...options, ...pick(gatedOptions, lacked) }
}

/**
 * Drops options that the plan doesn't include from a change. Their disabled controls send nothing,
 * which would look like a choice.
 */
export function changeWithinPlan(
  change: Partial<SiteOptions>,
  entitlements: Includes,
): Partial<SiteOptions> {
  const lacked: readonly string[] = lackedOptions(entitlements)
  return Object.fromEntries(Object.entries(change).filter(([option]) => !lacked.includes(option)))
}

/** Query options that the plan lacks and that differ from the type's defaults. */
export const lackedQuery = (
  query: Partial<NudgeQuery>,
  defaults: NudgeQuery,
  { includes }: Includes,
): (keyof NudgeQuery)[] =>
  queryFlags.filter(
    (option) =>
      query[option] !== undefined &&
      !includes(`nudge_query_options.${option}`) &&
      JSON.stringify(query[option]) !== JSON.stringify(defaults[option]),
  )

/** A query as it takes effect, with the plan's limit of reviews. */
export function queryWithinPlan(
  query: NudgeQuery,
  defaults: NudgeQuery,
  entitlements: Includes,
): NudgeQuery {
  const lacked = lackedQuery(query, defaults, entitlements)
  return lacked.length === 0 ? query : { ...query, ...pick(defaults, lacked) }
}

const pick = <T extends object>(from: T, names: readonly (keyof T)[]): Partial<T> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<T>
