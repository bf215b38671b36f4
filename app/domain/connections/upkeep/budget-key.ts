import type { AnyIntegration } from '#app/integrations/integration.ts'

type Budgeted = Pick<AnyIntegration, 'name' | 'isAggregated' | 'isLimitedByApp'>

/** Connections with the same key spend one budget of requests. */
export function budgetKeyOf(
  { name, isAggregated, isLimitedByApp }: Budgeted,
  { uuid }: { uuid: string },
): string {
  if (isAggregated) return 'aggregator'
  return isLimitedByApp ? name : `${name}:${uuid}`
}
