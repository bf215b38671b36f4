/** The site of a store: the one that is connected with it. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Queries, Transaction } from '#app/db/db.ts'
import { connections } from '#app/db/schema/connections.ts'
import { sites } from '#app/db/schema/ground.ts'
import { tenants } from '#app/db/schema/shops.ts'
import {
  hookHashOf,
  newCredentials,
  sealCredentials,
} from '#app/domain/connections/credentials.server.ts'
import { inSite, inTeam } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { siteOfShop, teamOfShop } from '../shop-scope.ts'
import { isOfTenant } from '../tenants/tenant-connection.ts'
import type { TenantId, TenantName } from '../tenants/tenant-name.ts'
import { knownTimeZone } from '#app/domain/sites/site-details.ts'
import { normalizeSiteUrl } from '#app/domain/sites/site-url.ts'
import { insertSite } from '#app/domain/sites/sites.server.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import { shorten } from '#app/lib/storable-text.ts'
import type { StoreDetails } from './bigcommerce-app.ts'

type TenantState = (typeof tenants.$inferSelect)['state']

export const integration = 'bigcommerce'

export const storeName = (tenantId: TenantId): TenantName => ({ platform: integration, tenantId })

/** There may be no row to lock yet. */
export async function lockStore(tx: Transaction, tenantId: TenantId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`store ${tenantId}`}, 0))`)
}

/**
 * Null: the store has no such state, or its site was deleted or transferred.
 *
 * @param states of the install. Absent: it has the app
 */
export async function findStoreSite(
  queries: Queries,
  tenantId: TenantId,
  states: readonly TenantState[] = ['installed'],
): Promise<SiteScope | null> {
  const [row] = await queries
    .select({
      id: sites.id,
      uuid: sites.uuid,
      timeZone: sites.timeZone,
      teamId: sites.teamId,
    })
    .from(tenants)
    .innerJoin(connections, isOfTenant)
    .innerJoin(sites, eq(sites.id, connections.siteId))
    .where(
      and(
        eq(tenants.platform, integration),
        eq(tenants.tenantId, tenantId),
        inArray(tenants.state, states),
      ),
    )
    .orderBy(asc(connections.id))
    .limit(1)
  return row ? siteOfShop(row) : null
}

/** The address that a store has before its domain. */
const firstUrlOf = (tenantId: TenantId): string => `https://store-${tenantId}.mybigcommerce.com`

/** Whether BigCommerce gave the address: stores have it before their domain, and some have another than the first. */
export const isGivenAddress = (url: string): boolean =>
  new URL(url).hostname.endsWith('.mybigcommerce.com')

type Adding = {
  team: TeamScope
  tenantId: TenantId
  userId: number
  details: StoreDetails
  at: Date
}

/** Creates the store's site unless the organization has it, with a connection that a job goes on with. */
export async function insertStoreSite(
  tx: Transaction,
  secrets: Secrets,
  { team, tenantId, userId, details, at }: Adding,
): Promise<void> {
  const url = normalizeSiteUrl(details.url ?? '') ?? firstUrlOf(tenantId)
  const [known] = await tx
    .select({ id: sites.id })
    .from(sites)
    .where(and(inTeam(sites, team), eq(sites.url, url)))
  const siteId =
    known?.id ??
    (
      await insertSite(
        tx,
        { team, userId, actor: { id: userId }, at },
        {
          name: nameOf(details, tenantId),
          url,
          timeZone: knownTimeZone(details.timeZone ?? '') ?? 'UTC',
        },
      )
    ).siteId
  const uuid = randomUUID()
  const credentials = newCredentials({})
  await tx
    .insert(connections)
    .values({
      uuid,
      teamId: team.teamId,
      siteId,
      integration,
      account: tenantId,
      state: 'pending',
      credentials: sealCredentials(secrets, uuid, credentials),
      hookHash: hookHashOf(credentials.hookToken),
      createdAt: at,
    })
    .onConflictDoNothing()
}

/**
 * A store that gets the app again is connected again by the job that follows. The job leaves alone what has ended,
 * because people end connections between its attempts. Webhooks of the former address went with the app.
 */
export async function reopenConnection(
  tx: Transaction,
  secrets: Secrets,
  tenantId: TenantId,
): Promise<void> {
  const site = await findStoreSite(tx, tenantId)
  if (!site) return
  const isEnded = and(
    inSite(connections, site),
    eq(connections.integration, integration),
    eq(connections.account, tenantId),
    eq(connections.state, 'ended'),
  )
  const [ended] = await tx
    .select({ id: connections.id, uuid: connections.uuid })
    .from(connections)
    .where(isEnded)
    .for('no key update')
  if (!ended) return
  const credentials = newCredentials({})
  await tx
    .update(connections)
    .set({
      state: 'pending',
      credentials: sealCredentials(secrets, ended.uuid, credentials),
      hookHash: hookHashOf(credentials.hookToken),
    })
    .where(eq(connections.id, ended.id))
}

/** For the organization and its site. */
export const nameOf = ({ name }: Pick<StoreDetails, 'name'>, tenantId: TenantId): string =>
  shorten(name.trim(), 100) || `Store ${tenantId}`

export { teamOfShop as teamOfStore }
