/**
 * Shops on servers that strip the Authorization header, as PHP by CGI and some Apache set-ups do. Both
 * WooCommerce and PrestaShop document keys in the query for them.
 *
 * Sources: WooCommerce REST API documentation, "Authentication over HTTPS"; PrestaShop developer
 * documentation, web service, "ws_key".
 */
import type { ProviderClient, ProviderRequest } from '#app/lib/web/provider-client.server.ts'
import type { ProviderReply } from '#app/lib/web/provider-reply.ts'
import { ConnectionLost } from '#app/lib/web/provider-errors.ts'
import { createLru } from '#app/lib/cache/lru.ts'

type Keys = {
  /** The shop's address. */
  place: string
  /** Name and password of the header. */
  basic: string
  /** The same as parameters. */
  query: Readonly<Record<string, string>>
}

/** Shops that only took keys from the query. */
const stripping = createLru<string, true>(1_000)

/**
 * Sends the request with the header, and if that is refused with 401, with the query. The client sends
 * over TLS alone, follows no redirect to another origin, and names no address in its errors, so the keys
 * are as safe there as in the header.
 *
 * @throws ConnectionLost, TryLater, BadRecord
 */
export async function withKeys(
  http: ProviderClient,
  request: ProviderRequest,
  { place, basic, query }: Keys,
): Promise<ProviderReply> {
  const Authorization = `Basic ${Buffer.from(basic).toString('base64')}`
  const byHeader = { ...request, headers: { ...request.headers, Authorization } }
  const byQuery = { ...request, query: { ...request.query, ...query } }
  if (stripping.has(place)) return http.request(byQuery)
  try {
    return await http.request(byHeader)
  } catch (error) {
    if (!(error instanceof ConnectionLost) || error.reply?.status !== 401) throw error
    const reply = await http.request(byQuery)
    stripping.set(place, true)
    return reply
  }
}
