/** Refuses a page whose reviews another connection of the site reads, before it is connected. */
import { and, inArray, ne } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import { WrongSetting } from '#app/integrations/kit/wrong-setting.ts'
import type { Services } from '#app/services.ts'
import { listConnections, type Connection } from '../connection.server.ts'

/**
 * A page can have several addresses, and two integrations can read it: each of its reviews would be shown twice.
 *
 * @param connection the one that is made or changed; another one of its own account is that one
 * @throws WrongSetting
 */
export async function refuseListedTwice(
  services: Services,
  { id, site, integration }: Pick<Connection, 'id' | 'site' | 'integration'>,
  settings: Record<string, unknown>,
): Promise<void> {
  const list = integration.reviews?.page?.listOf?.(settings)
  if (list === undefined) return
  const others = await listConnections(
    services,
    and(
      inSite(connections, site),
      ne(connections.id, id),
      inArray(connections.state, ['active', 'paused', 'lost']),
    ),
  )
  const account = integration.accountOf(settings)
  const reader = others.find(
    (other) =>
      other.integration.reviews?.page?.listOf?.(other.credentials.settings) === list &&
      !(other.integration.name === integration.name && other.account === account),
  )
  if (!reader) return
  throw new WrongSetting(
    'page',
    `The connection to ${integrationLabels[reader.integration.name]} at ${reader.account} reads the same reviews. Disconnect it first, or keep it instead of this one.`,
  )
}
