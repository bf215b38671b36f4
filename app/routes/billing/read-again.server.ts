/** Asks the provider what was paid, for screens that people come back to from its pages. */
import { askProvider } from '#app/domain/billing/ask-provider.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

/**
 * Reads billing from the provider again and stores it. Returns a sentence when that failed, otherwise null.
 */
export async function readAgain(services: Services, scope: TeamScope): Promise<string | null> {
  try {
    await askProvider(services, scope, () => syncBilling(services, scope))
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log.warn({ err: error, teamId: scope.teamId }, 'a payment wasn’t confirmed')
    return error.message
  }
}
