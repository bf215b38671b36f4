/** Services that a site is connected with. */
import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Queries } from '#app/db/db.ts'
import type { ConnectableName } from '#app/contract/integrations.ts'
import { connections } from '#app/db/schema/connections.ts'
import { recordConnectionLost } from '#app/domain/webhooks/outbox.server.ts'

type Account = {
  integration: ConnectableName
  /** By the provider's name for it. */
  account: string
}

/**
 * Connects a site with an account, or again after it ended. Returns the connection's id.
 */
export async function openConnection(
  tx: Queries,
  { teamId, siteId }: { teamId: number; siteId: number },
  { integration, account, at }: Account & { at: Date },
): Promise<number> {
  const [row] = await tx
    .insert(connections)
    .values({ teamId, siteId, integration, account, createdAt: at })
    .onConflictDoUpdate({
      target: [connections.siteId, connections.integration, connections.account],
      set: { state: 'active' },
    })
    .returning({ id: connections.id })
  if (!row) throw new Error('The connection was not stored.')
  return row.id
}

/** Ends an account's connections, so it delivers nothing more. Delivered data stays. */
export async function endConnections(
  tx: Queries,
  { integration, account, at }: Account & { at: Date },
): Promise<void> {
  const ended = await tx
    .update(connections)
    .set({ state: 'ended' })
    .where(
      and(
        eq(connections.integration, integration),
        eq(connections.account, account),
        eq(connections.state, 'active'),
        // One with credentials doesn't depend on the app.
        isNull(connections.credentials),
      ),
    )
    .returning({
      uuid: connections.uuid,
      teamId: connections.teamId,
      siteId: connections.siteId,
      integration: connections.integration,
      account: connections.account,
    })
  for (const one of ended) await recordConnectionLost(tx, one, at)
}

/** @param at when reading all of the account's products began */
export async function noteProductsRead(tx: Queries, connectionId: number, at: Date): Promise<void> {
  await tx.update(connections).set({ productsReadAt: at }).where(eq(connections.id, connectionId))
}

/** Names of the services that a site is or was connected with. */
export async function listConnectedServices(
  tx: Queries,
  site: SiteScope,
): Promise<ConnectableName[]> {
  const rows = await tx
    .selectDistinct({ name: connections.integration })
    .from(connections)
    .where(and(inSite(connections, site), ne(connections.state, 'pending')))
    .orderBy(asc(connections.integration))
  return rows.map(({ name }) => name)
}
