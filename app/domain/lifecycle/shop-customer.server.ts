/**
 * Requests of a shop's customers about their data, which Shopify passes on. They are only about
 * this shop: other sites of this installation have other owners.
 */
import { and, eq, getTableColumns, inArray, or, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites, teams, users } from '#app/db/schema/ground.ts'
import { activities } from '#app/db/schema/activities.ts'
import { shops } from '#app/db/schema/shops.ts'
import { fingerprintOfEmail } from '#app/domain/activities/email-fingerprint.server.ts'
import { forgetImages } from '#app/domain/activities/page-pictures/stored-pictures.server.ts'
import { lockSales } from '#app/domain/activities/sales/match-payments.server.ts'
import { dropWaitingDeliveries } from '#app/domain/deliveries/erase-deliveries.server.ts'
import { recordErasure } from '#app/domain/erasures/erasure-list.server.ts'
import { activityHash } from '#app/domain/erasures/erased-activities.server.ts'
import { shopAccount } from '#app/domain/shops/shop-activities.ts'
import type { ShopSubject } from '#app/domain/shops/shop-event.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import type { Services } from '#app/services.ts'
import { missingPayments, soldColumns } from './list-sold.server.ts'

type Asked = {
  /** The shop's domain. */
  domain: string
  subject: ShopSubject
}

export type CustomerData = {
  /** Email address of the shop's owner. */
  to: string
  teamId: number
  shop: string
  /** Everything that is stored about the customer. */
  rows: Record<string, unknown>[]
}

/** Null for a shop without a site: nothing is stored about its customers. */
export async function readCustomerData(
  { db, security: { secrets } }: Services,
  { domain, subject }: Asked,
): Promise<CustomerData | null> {
  const shop = await findShop(db.system, domain)
  if (!shop) return null
  const { id: _id, teamId: _teamId, siteId: _siteId, ...columns } = getTableColumns(activities)
  const { emailHash: _emailHash, bodyHash: _bodyHash, ...readable } = columns
  const { tokenId: _tokenId, connectionId: _connectionId, exclusionId: _rule, ...rest } = readable
  const { sameSaleAs: _order, ...shown } = rest
  const rows = await db.system
    .select(shown)
    .from(activities)
    .where(isAbout(secrets, shop.siteId, { domain, subject }))
    .orderBy(activities.occurredAt)
  return { to: shop.ownerEmail, teamId: shop.teamId, shop: shop.name, rows }
}

/**
 * Erases a customer's orders with their payments, and sign-ups, with the claims about them and the
 * deliveries that wait to be processed. Erased data isn't stored again.
 *
 * @param deliveryRow of the request itself, which stays until it has been processed
 */
export async function redactCustomer(
  services: Services,
  { domain, subject, deliveryRow }: Asked & { deliveryRow: number },
): Promise<void> {
  const { db, siteCache, security, now } = services
  const { secrets } = security
  await db.longTransaction(async (tx) => {
    const names = namesOf(subject)
    await dropWaitingDeliveries(tx, services, {
      provider: 'shopify',
      account: domain,
      keeps: ({ rowId, body }) =>
        rowId === deliveryRow || !names.some((name) => body.includes(name)),
    })
    const shop = await findShop(tx, domain)
    if (!shop) return
    // A payment that is matched meanwhile belongs to the customer's orders, too.
    await lockSales(tx, shop)
    const about = isAbout(secrets, shop.siteId, { domain, subject })
    const orders = tx.select({ id: activities.id }).from(activities).where(about)
    const gone = await tx
      .delete(activities)
      .where(or(about, inArray(activities.sameSaleAs, orders)))
      .returning({
        ...soldColumns,
        siteId: activities.siteId,
        productImage: activities.productImage,
        externalId: activities.externalId,
      })
    await forgetImages(tx, gone)
    const hashes = new Set([
      ...[...gone, ...keysOf(domain, subject)].map((key) =>
        activityHash(secrets, shop.siteUuid, key),
      ),
      ...missingPayments(secrets, shop.siteUuid, gone),
    ])
    for (const hash of hashes) {
      await recordErasure(tx, services, { kind: 'activity', hash, at: now() })
    }
    siteCache.invalidateOnCommit(tx, shop.siteUuid)
  })
}

async function findShop(queries: Queries, domain: string) {
  const [row] = await queries
    .select({
      name: shops.name,
      teamId: shops.teamId,
      siteId: sites.id,
      siteUuid: sites.uuid,
      ownerEmail: users.email,
    })
    .from(shops)
    .innerJoin(sites, eq(sites.id, shops.siteId))
    .innerJoin(teams, eq(teams.id, shops.teamId))
    .innerJoin(users, eq(users.id, teams.ownerId))
    .where(eq(shops.domain, domain))
  return row ?? null
}

type Key = { kind: 'purchase' | 'signup'; externalId: string; account: string }

function keysOf(domain: string, { orderIds, customerId }: ShopSubject): Key[] {
  const account = shopAccount(domain)
  return [
    ...orderIds.map((externalId): Key => ({ kind: 'purchase', externalId, account })),
    ...(customerId === null ? [] : [{ kind: 'signup' as const, externalId: customerId, account }]),
  ]
}

/** Any of them in a delivery makes it one about the customer. */
const namesOf = ({ email, customerId, orderIds }: ShopSubject): string[] =>
  [email, customerId, ...orderIds].filter((name) => name !== null)

/** By id and, for orders that the request doesn't list, by email address. */
function isAbout(secrets: Secrets, siteId: number, { domain, subject }: Asked): SQL | undefined {
  const { orderIds, customerId, email } = subject
  const ofShop = eq(activities.account, shopAccount(domain))
  const hash = email === null ? null : fingerprintOfEmail(secrets, email.trim().toLowerCase())
  return and(
    eq(activities.siteId, siteId),
    or(
      and(ofShop, eq(activities.kind, 'purchase'), inArray(activities.externalId, [...orderIds])),
      and(ofShop, eq(activities.kind, 'signup'), eq(activities.externalId, customerId ?? '')),
      eq(activities.emailHash, hash ?? ''),
    ),
  )
}
