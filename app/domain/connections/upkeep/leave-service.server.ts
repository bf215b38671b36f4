import type { Caller } from '#app/integrations/integration.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import type { Connection } from '../connection.server.ts'

/** Webhooks to an address that leads nowhere would stay there forever. Best effort. */
export async function leaveService(
  { log }: Pick<Services, 'log'>,
  { uuid, integration }: Pick<Connection, 'uuid' | 'integration'>,
  caller: Caller,
): Promise<void> {
  try {
    await integration.unsubscribe?.(caller)
  } catch (error) {
    if (!isFailedCall(error)) throw error
    log.warn({ connection: uuid, err: error }, 'a service could not be left')
  }
}
