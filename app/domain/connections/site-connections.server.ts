/** Connections of a site as its screens show them. Nothing secret is among it. */
import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { ConnectableName } from '#app/contract/integrations.ts'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { connections } from '#app/db/schema/connections.ts'
import { products } from '#app/db/schema/products.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'

const columns = {
  id: connections.id,
  uuid: connections.uuid,
  integration: connections.integration,
  account: connections.account,
  label: connections.label,
  state: connections.state,
  /** A shop's app opened it, which keeps its access elsewhere. */
  isOfApp: sql<boolean>`${connections.credentials} is null`,
  failures: connections.failures,
  failingSince: connections.failingSince,
  fault: connections.fault,
  firstRecordAt: connections.firstRecordAt,
  lastRecordAt: connections.lastRecordAt,
  stored: connections.stored,
  skipped: connections.skipped,
  problem: connections.problem,
  pullDueAt: connections.pullDueAt,
  cursor: connections.cursor,
  createdAt: connections.createdAt,
}

const readColumns = (tx: Queries) => tx.select(columns).from(connections)

export type SiteConnection = Awaited<ReturnType<typeof readColumns>>[number]

/** Oldest first, without those that were disconnected. */
export const listSiteConnections = ({ db }: Services, site: SiteScope): Promise<SiteConnection[]> =>
  db.asTeam(site, (tx) =>
    readColumns(tx)
      .where(and(inSite(connections, site), ne(connections.state, 'ended')))
      .orderBy(asc(connections.id)),
  )

/** Also one that was disconnected. Null: the site has no such connection. */
export async function findSiteConnectionRow(
  { db }: Services,
  site: SiteScope,
  uuid: string,
): Promise<SiteConnection | null> {
  const [row] = await db.asTeam(site, (tx) =>
    readColumns(tx).where(and(inSite(connections, site), eq(connections.uuid, uuid))),
  )
  return row ?? null
}

export type LostConnection = { uuid: string; integration: ConnectableName; account: string }

/** Those whose access the service refuses. */
export const listLostConnections = (tx: Queries, site: SiteScope): Promise<LostConnection[]> =>
  tx
    .select({
      uuid: connections.uuid,
      integration: connections.integration,
      account: connections.account,
    })
    .from(connections)
    .where(and(inSite(connections, site), eq(connections.state, 'lost')))
    .orderBy(asc(connections.id))

export type DeliveredCounts = Record<ActivityKind | 'product', number>

/** Counts the records that a connection delivered and that are still stored. */
export async function countDelivered(
  { db }: Services,
  site: SiteScope,
  connectionId: number,
): Promise<DeliveredCounts> {
  return db.asTeam(site, async (tx) => {
    const rows = await tx
      .select({ kind: activities.kind, total: count() })
      .from(activities)
      .where(and(inSite(activities, site), eq(activities.connectionId, connectionId)))
      .groupBy(activities.kind)
    const totals = Object.fromEntries(rows.map(({ kind, total }) => [kind, total]))
    const product = await tx.$count(
      products,
      and(inSite(products, site), eq(products.connectionId, connectionId)),
    )
    return { purchase: 0, signup: 0, review: 0, ...totals, product }
  })
}
