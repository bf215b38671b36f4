/** The parts of an integration that the operator of this installation has to set up. */
import { isOAuthSetUp } from '#app/domain/connections/oauth-approval.server.ts'
import type { AnyIntegration, ConnectWay } from '#app/integrations/integration.ts'
import type { Services } from '#app/services.ts'

/**
 * The missing requirement of this installation: an app at the service for logging in, or an account at the
 * aggregator that reads pages of reviews. Null: nothing is missing.
 */
export type Lack = 'app' | 'aggregator' | null

export function lackOf(services: Pick<Services, 'config'>, definition: AnyIntegration): Lack {
  if (definition.isAggregated) return services.config.aggregatorToken ? null : 'aggregator'
  return definition.oauth && !isOAuthSetUp(services, definition) ? 'app' : null
}

/** The ways to connect that work on this installation. */
export function readyWays(
  services: Pick<Services, 'config'>,
  definition: AnyIntegration,
): readonly ConnectWay[] {
  const lack = lackOf(services, definition)
  if (lack === 'aggregator') return []
  return definition.ways.filter((way) => way !== 'oauth' || lack === null)
}
