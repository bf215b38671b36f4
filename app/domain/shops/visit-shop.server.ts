/** Who asks from a shop's admin, by the session token that Shopify signed. */
import { and, eq } from 'drizzle-orm'
import { teamMembers } from '#app/db/schema/ground.ts'
import { shopStaff } from '#app/db/schema/accounts.ts'
import { shops } from '#app/db/schema/shops.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { issueLoginProof } from '#app/domain/accounts/login/login-proof.server.ts'
import { findProvenAccount } from '#app/domain/accounts/login/proven-account.server.ts'
import { createSingleFlight, type SingleFlight } from '#app/lib/async/single-flight.ts'
import type { Services } from '#app/services.ts'
import { isWorthALook, lookForApproval, resumeBackfill } from './backfill-state.server.ts'
import { installShop } from './install-shop.server.ts'
import { endsSoon, storeGrant } from './shop-tokens.server.ts'
import { SessionRefused, StaffNotAdmitted, type Shopify, type ShopSession } from './shopify.ts'

/** The token doesn't say who asks: a new one is needed. */
type RefusedVisit =
  | 'invalid'
  | 'other-shop'
  /** The organization removed the person. */
  | 'removed'
  /** No login through the shop's admin is left: it ended, or no member is of the shop's staff. */
  | 'ended'

export type ShopVisit = { account: Account; shop: string } | { refused: RefusedVisit }

export type ShopRequest = {
  /** As it arrived. */
  token: string
  /** The shop that the address names; null: none. */
  shop: string | null
}

/** Parallel requests of one page share an exchange, by the token that they were sent with. */
const exchanges = new WeakMap<Shopify, SingleFlight>()

function exchangesOf(shopify: Shopify): SingleFlight {
  const known = exchanges.get(shopify)
  if (known) return known
  const created = createSingleFlight()
  exchanges.set(shopify, created)
  return created
}

/**
 * The account of a person in a shop's staff. The first visit of a shop or person creates what is
 * missing.
 *
 * @throws ShopClosed, TryLater, BadRecord when Shopify doesn't answer a first visit
 */
export async function visitShop(
  services: Services,
  { token, shop: named }: ShopRequest,
): Promise<ShopVisit> {
  const { shopify, now } = services
  const session = shopify && (await shopify.readSession(token))
  if (!session) return { refused: 'invalid' }
  if (named !== null && named !== session.shop) return { refused: 'other-shop' }
  const once = exchangesOf(shopify)

  try {
    const known = await findStaff(services, session)
    if (!known) {
      await once(`install ${token}`, () => installShop(services, shopify, { session, token }))
    } else if (endsSoon({ accessTokenExpiresAt: known.accessTokenExpiresAt, at: now() })) {
      await once(`renew ${token}`, () => renewGrant(services, shopify, { session, token }))
    }
    if (known && isWorthALook(known.backfill, now())) await lookForApproval(services, session.shop)
    const staff = known ?? (await findStaff(services, session))
    if (!staff) throw new Error('The visit was not stored.')
    if (!staff.isMember) return { refused: 'removed' }
    const account = await findProvenAccount(services, issueLoginProof('shop-session', staff.userId))
    if (!account) return { refused: 'invalid' }
    // The frame is about this shop, even if the person chose another organization elsewhere.
    const current = {
      currentTeamId: staff.teamId,
      currentSiteId: staff.siteId,
    }
    return { account: { ...account, ...current }, shop: session.shop }
  } catch (error) {
    if (error instanceof SessionRefused) return { refused: 'invalid' }
    if (error instanceof StaffNotAdmitted) return { refused: 'ended' }
    throw error
  }
}

/** Null also for a shop that is not installed. */
async function findStaff({ db }: Services, { shop, staffId }: ShopSession) {
  const [row] = await db.system
    .select({
      userId: shopStaff.userId,
      teamId: shops.teamId,
      siteId: shops.siteId,
      uninstalledAt: shops.uninstalledAt,
      accessTokenExpiresAt: shops.accessTokenExpiresAt,
      backfill: shops.backfill,
      endedAt: shopStaff.endedAt,
      member: teamMembers.userId,
    })
    .from(shops)
    .innerJoin(shopStaff, and(eq(shopStaff.shopId, shops.id), eq(shopStaff.staffId, staffId)))
    .leftJoin(
      teamMembers,
      and(eq(teamMembers.teamId, shops.teamId), eq(teamMembers.userId, shopStaff.userId)),
    )
    .where(eq(shops.domain, shop))
  if (!row || row.uninstalledAt !== null) return null
  const { userId, teamId, siteId, accessTokenExpiresAt, backfill } = row
  // Refused as a first visit without a colleague is: the login ended.
  if (row.endedAt !== null && row.member !== null) throw new StaffNotAdmitted()
  return {
    userId,
    teamId,
    siteId,
    accessTokenExpiresAt,
    backfill,
    isMember: row.member !== null,
  }
}

/** The visit doesn't need the token, so an outage of Shopify's stops no one from working. */
async function renewGrant(
  services: Services,
  shopify: Shopify,
  { session, token }: { session: ShopSession; token: string },
): Promise<void> {
  const { shop: domain } = session
  try {
    const grant = await shopify.exchangeOffline(domain, token)
    await storeGrant(services.db.system, services, {
      domain,
      grant,
      at: services.now(),
    })
    await resumeBackfill(services, domain)
  } catch (error) {
    if (error instanceof SessionRefused) throw error
    services.log.warn({ err: error, shop: domain }, 'a shop’s access was not renewed')
  }
}
