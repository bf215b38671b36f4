/** The shop whose admin can frame an answer: the one that the request proves, or that it claims. */
import { readShopDomain } from '#app/domain/shops/shop-domain.ts'
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'
import type { Services } from '#app/services.ts'
import { frameParameter, readShellRequest } from './shell-request.ts'

const purpose = 'frame of a shop'

/** Goes into the addresses that we send the frame to, where no token is at hand. */
export const signShop = ({ security: { secrets } }: Services, shop: string): string =>
  `${shop}.${secrets.fingerprint(shop, purpose)}`

function readSignedFrame({ security: { secrets } }: Services, value: string | null) {
  const [, domain, signature = ''] = /^(.+)\.([0-9a-f]{64})$/.exec(value ?? '') ?? []
  const shop = readShopDomain(domain)
  const isSigned = shop && timingSafeEqualText(signature, secrets.fingerprint(shop, purpose))
  return isSigned ? shop : null
}

/**
 * The shop that Shopify named: in a token or an address that it signed, expired ones included, or in an
 * address that we signed afterwards. Framed pages show nothing without a valid token.
 */
export async function findProvenShop(
  request: Pick<Request, 'url' | 'headers'>,
  services: Services,
): Promise<string | null> {
  const { shopify } = services
  if (!shopify) return null
  const { bearer, idToken, shop, url } = readShellRequest(request)
  const token = bearer ?? idToken
  const named = token === null ? null : await shopify.readSignedShop(token)
  // An address of one shop with the token of another proves neither.
  if (named !== null) return shop === null || shop === named ? named : null
  if (shop === null) return null
  if (readSignedFrame(services, url.searchParams.get(frameParameter)) === shop) return shop
  return shopify.isSignedQuery(url.searchParams) ? shop : null
}

/**
 * The shop whose admin can frame the answer. Without a proof it is the one that the address claims, for
 * an answer that shows nothing of anyone: a redirect, and a page that is asked for without a token. The
 * frame reads no cookie, so such a page knows no person and no shop. Null: no page can frame it.
 */
export async function findFramingShop(
  request: Pick<Request, 'url' | 'headers' | 'method'>,
  services: Services,
  { status }: Pick<Response, 'status'>,
): Promise<string | null> {
  const proven = await findProvenShop(request, services)
  if (proven !== null || !services.shopify) return proven
  const { bearer, idToken, shop } = readShellRequest(request)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isRedirect = status >= 300 && status <= 399
  const isAboutNoOne = isRedirect || (bearer === null && idToken === null)
  return isRead && isAboutNoOne ? shop : null
}
