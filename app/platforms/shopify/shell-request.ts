/** A request from Shopify's admin, as far as its address and headers show. Proves nothing. */
import { readShopDomain } from '#app/domain/shops/shop-domain.ts'
import { readBearer } from '#app/lib/web/bearer.ts'
import { frameParameters } from '#app/platforms/frame-parameters.ts'

/** Gets a session token and opens the wanted address with it. */
export const bouncePath = '/shopify/session-token'

/** Why the app doesn't open. Asks for no token, because none may help. */
export const errorPath = '/shopify/auth/error'

/** Where browsers report what the frame's content policy didn't allow. */
export const policyReportsPath = '/shopify/policy-reports'

/** Parameters of the admin's. Those that aren't the frame's end soon. */
export const adminParameters = [
  ...frameParameters.shopify,
  'id_token',
  'hmac',
  'timestamp',
] as const

/** Our signature of a shop, by which later pages may be framed by it. */
export const frameParameter = 'frame'

/** Parameter for the address that App Bridge opens with a new token. */
export const reloadParameter = 'shopify-reload'

export type ShellRequest = {
  url: URL
  /** Valid in form; null: missing, or no shop. */
  shop: string | null
  /** As it arrived. */
  host: string | null
  isEmbedded: boolean
  /** The Authorization header's token; null without one. App Bridge adds it to what the page fetches. */
  bearer: string | null
  /** In the address of documents that the admin opens. */
  idToken: string | null
  /** App Bridge fetches a document, to put it in place of the one that is there. */
  isBounce: boolean
}

export function readShellRequest(request: Pick<Request, 'url' | 'headers'>): ShellRequest {
  const url = new URL(request.url)
  const { searchParams } = url
  return {
    url,
    shop: readShopDomain(only(searchParams, 'shop')),
    host: only(searchParams, 'host'),
    isEmbedded: only(searchParams, 'embedded') === '1',
    bearer: readBearer(request),
    idToken: only(searchParams, 'id_token'),
    isBounce: request.headers.has('x-shopify-bounce'),
  }
}

/** Each reader might pick a different value of a repeated parameter. */
const only = (query: URLSearchParams, name: string): string | null => {
  const values = query.getAll(name)
  return values.length === 1 ? (values[0] ?? null) : null
}

const tokenForm = /^[\w-]+\.[\w-]+\.[\w-]*$/

/** Tokens of ours have no dots. */
export function isFromAdmin(request: Request): boolean {
  const { url, bearer } = readShellRequest(request)
  if (bearer !== null && tokenForm.test(bearer)) return true
  const { searchParams: query, pathname } = url
  const names = (query.get('shop') ?? '') !== '' && (query.has('host') || query.has('hmac'))
  const isPreflight =
    request.method === 'OPTIONS' &&
    !pathname.startsWith('/api/v1') &&
    /\bauthorization\b/i.test(request.headers.get('access-control-request-headers') ?? '')
  return names || query.has('id_token') || query.get('embedded') === '1' || isPreflight
}
