import { hasSampleTeam } from '#app/domain/teams/has-sample-team.server.ts'
import { ConfigError } from '#app/lib/config-error.ts'
import type { Services } from '#app/services.ts'

/**
 * A folder that `npm start` used before has the sample shop: simulated figures, a plan that was never paid, and
 * staff whose password was printed.
 *
 * @throws ConfigError in production, when the database has a sample shop
 */
export async function refuseSample(services: Pick<Services, 'config' | 'db'>): Promise<void> {
  if (!services.config.isProduction || !(await hasSampleTeam(services))) return
  throw new ConfigError(
    'This database has the sample shop of npm start, which can’t be in production. Set another DATA_DIR or DATABASE_URL.',
  )
}
