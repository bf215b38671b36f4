/** A connection with its site and its integration, as jobs and deliveries need it. */
import { and, eq, isNotNull, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites, teams } from '#app/db/schema/ground.ts'
import { connections, type StoredPageProof } from '#app/db/schema/connections.ts'
import { entitlementsOf } from '#app/domain/plans/entitlements.ts'
import { teamPlanColumns } from '#app/domain/plans/team-plan.server.ts'
import { provenSite, provenTeam } from '#app/domain/prove-scope.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { AnyIntegration, Cursor } from '#app/integrations/integration.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import type { Services } from '#app/services.ts'
import { openCredentials, type Credentials } from './credentials.server.ts'

export type Connection = {
  id: number
  uuid: string
  state: (typeof connections.$inferSelect)['state']
  integration: AnyIntegration
  /** The account's name at the service. While pending: its uuid. */
  account: string
  site: SiteScope
  /** False: paused by the plan, which doesn't include the integration. */
  isOnPlan: boolean
  /** The plan's limit: how many of the newest reviews are read at a time. */
  reviewsLimit: number
  /** Staff suspended the team. */
  isSuspended: boolean
  credentials: Credentials
  cursor: Cursor
  failures: number
  /** Since when its account keeps it waiting, while it's active. Null: it doesn't. */
  heldSince: Date | null
  failingSince: Date | null
  /** Without a failure: what the service doesn't let us read, though the connection works. */
  fault: string | null
  createdAt: Date
  /** Who connected it. Null: unknown. */
  connectedBy: number | null
  siteUrl: string
  /** Null: its page of reviews was never checked, or it has none. */
  pageProof: StoredPageProof | null
  /** The website that its page of reviews names. Null: none, or unknown. */
  website: string | null
}

/** Those that are run by an integration's definition. A shop's app keeps its access elsewhere. */
export async function listConnections(
  services: Pick<Services, 'db' | 'security'>,
  which: SQL | undefined,
  queries: Queries = services.db.system,
): Promise<Connection[]> {
  const rows = await queries
    .select({
      id: connections.id,
      uuid: connections.uuid,
      name: connections.integration,
      state: connections.state,
      account: connections.account,
      sealed: connections.credentials,
      cursor: connections.cursor,
      failures: connections.failures,
      heldSince: connections.lostAt,
      failingSince: connections.failingSince,
      fault: connections.fault,
      createdAt: connections.createdAt,
      connectedBy: connections.connectedBy,
      pageProof: connections.pageProof,
      published: connections.publishedPage,
      siteUrl: sites.url,
      siteId: sites.id,
      siteUuid: sites.uuid,
      timeZone: sites.timeZone,
      teamId: sites.teamId,
      suspendedAt: teams.suspendedAt,
      ...teamPlanColumns,
    })
    .from(connections)
    .innerJoin(sites, eq(sites.id, connections.siteId))
    .innerJoin(teams, eq(teams.id, sites.teamId))
    .where(and(isNotNull(connections.credentials), which))
  return rows.flatMap(({ plan, meteredBy, overrides, ...found }) => {
    const { name, sealed, siteId, siteUuid, timeZone, teamId, suspendedAt, ...rest } = found
    const { published, ...row } = rest
    const integration = findIntegration(name)
    if (!integration || !sealed) return []
    const { includes, reviewsLimit } = entitlementsOf({ plan, meteredBy, overrides })
    return [
      {
        ...row,
        integration,
        isSuspended: suspendedAt !== null,
        isOnPlan: includes(`integrations.${name}`),
        reviewsLimit,
        website: published?.website ?? null,
        site: provenSite(provenTeam(teamId), { id: siteId, uuid: siteUuid, timeZone }),
        credentials: openCredentials(services.security.secrets, row.uuid, sealed),
      },
    ]
  })
}

/** Null: it doesn't exist, or is run by other code. */
export const findConnection = async (
  services: Pick<Services, 'db' | 'security'>,
  id: number,
): Promise<Connection | null> =>
  (await listConnections(services, eq(connections.id, id)))[0] ?? null

/**
 * The account that the ids of a connection's records belong to, as activities name it. It stays when the
 * same shop is connected again, and when it gets another address.
 */
export function accountOfIds({
  integration: { name, idsOf },
  account,
}: Pick<Connection, 'integration' | 'account'>): string {
  if (idsOf === 'caller') return ''
  if (idsOf === 'service') return name
  return `${name}:${idsOf ? idsOf(account) : account}`
}
