import type { Caller } from '#app/integrations/integration.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import type { Connection } from '../connection.server.ts'

/** Webhooks to an address that leads nowhere would stay there forever. Best effort. */
export const leaveService = (
  services: Pick<Services, 'log'>,
  connection: Pick<Connection, 'uuid' | 'integration'>,
  caller: Caller,
): Promise<void> =>
  bestEffort(services, connection, async () => connection.integration.unsubscribe?.(caller))

/** For calls by which a service is left. A bug of ours must not keep the credentials of what has ended. */
export async function bestEffort(
  { log }: Pick<Services, 'log'>,
  { uuid }: Pick<Connection, 'uuid'>,
  call: () => Promise<void>,
): Promise<void> {
  try {
    await call()
  } catch (error) {
    const level = isFailedCall(error) ? 'warn' : 'error'
    log[level]({ connection: uuid, err: error }, 'a service could not be left')
  }
}
