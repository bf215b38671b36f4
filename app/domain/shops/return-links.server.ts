/**
 * The way back into a shop's admin for people whose login there ended: by a new password, on the list of
 * sessions, or with the first proof of an address. The shop's admin proves that the link is from the shop;
 * a member of its organization accepts it, with the password of their account (join-shop.server.ts). So no
 * one comes in whom the organization doesn't have as a member.
 */
import type { Services } from '#app/services.ts'
import { Refusal } from '#app/lib/errors.ts'
import { newSessionToken } from '#app/lib/security/tokens.server.ts'
import { findAdmission } from './admission.server.ts'
import { storeJoinToken } from './join-links.server.ts'
import type { ShopRequest } from './visit-shop.server.ts'

/** In the token, so that the link stays what it was made as, whatever happens to its person meanwhile. */
const prefix = 'return-'

export const isReturnToken = (token: string): boolean => token.startsWith(prefix)

/**
 * A token for the link, as `createJoinToken` makes them. Someone whom the organization removed gets one only
 * as the shop's owner, whom Shopify names: others can't ask its members for their login.
 *
 * @throws Refusal `unauthenticated` for a token that isn't valid, `conflict` for someone who has access,
 * `forbidden` for others who were removed; SessionRefused, ShopClosed, TryLater, BadRecord
 */
export async function createReturnToken(
  services: Services,
  { token: sessionToken, shop: named }: ShopRequest,
): Promise<string> {
  const { shopify, db } = services
  const session = shopify && (await shopify.readSession(sessionToken))
  if (!session || (named !== null && named !== session.shop)) {
    throw new Refusal('unauthenticated', 'Your session in Shopify has expired. Open the app again.')
  }
  const { shop, staffId } = session
  const admission = await findAdmission(db.system, session)
  if (admission?.as !== 'removed' && admission?.as !== 'unknown') {
    throw new Refusal('conflict', 'You have access. Open the app in your shop’s admin again.')
  }
  if (admission.as === 'removed') {
    const staff = await shopify.exchangeOnline(shop, sessionToken)
    if (staff.id !== staffId || !staff.isOwner) {
      throw new Refusal('forbidden', 'Ask your organization’s owner to invite you again.')
    }
  }
  const { shopId, teamId } = admission
  const token = prefix + newSessionToken()
  await db.transaction((tx) => storeJoinToken(tx, services, { shopId, teamId, staffId, token }))
  return token
}
