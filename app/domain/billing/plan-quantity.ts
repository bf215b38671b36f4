import type { Plan } from '#app/domain/plans/catalog.ts'

/**
 * How many units of a plan a team pays for. A plan that is priced per site counts its sites; no
 * plan of today is.
 */
export const quantityOf = ({ isPricedPerSite = false }: PricedPlan, siteCount: number): number =>
  isPricedPerSite ? Math.max(1, siteCount) : 1

type PricedPlan = Pick<Plan, 'isPricedPerSite'>
