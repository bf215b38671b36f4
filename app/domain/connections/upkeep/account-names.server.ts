/**
 * Names of an account. A connection keeps the first one, by which its records are stored. After a move, its
 * settings have another one, by which the account is recognized.
 */
import { and, eq, ne } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import { listConnections, type Connection } from '../connection.server.ts'

type Named = Pick<Connection, 'integration' | 'account' | 'credentials'>

/** As its settings name it, or named it until it was disconnected. */
export function nameOf({ integration, account, credentials }: Named): string {
  const read = integration.settings.safeParse(credentials.settings)
  if (read.success) return integration.accountOf(read.data) || account
  return credentials.name ?? account
}

/** The site's other connections with the service, also ended ones, that have been connected once. */
export async function listOthers(
  services: Services,
  { id, site, integration }: Pick<Connection, 'id' | 'site' | 'integration'>,
): Promise<Connection[]> {
  const others = await listConnections(
    services,
    and(
      inSite(connections, site),
      eq(connections.integration, integration.name),
      ne(connections.id, id),
    ),
  )
  return others.filter(({ account, uuid }) => account !== uuid)
}

/** Whether ids of an account with the one name would be others than with the other name. */
export function isOtherName(
  { idsOf }: Pick<Connection['integration'], 'idsOf'>,
  one: string,
  other: string,
): boolean {
  if (idsOf === 'service' || idsOf === 'caller') return false
  return idsOf ? idsOf(one) !== idsOf(other) : one !== other
}

/** Ids of what is stored are those of the account as it was named first. */
export const keptName = ({ integration, account }: Named, name: string): string =>
  isOtherName(integration, account, name) ? account : name
