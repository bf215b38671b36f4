/** The server's special handling of pages in the frame of Shopify's admin. */
import { shopifyOrigins } from '#app/clients/shopify/shopify-origins.ts'
import { readBearer } from '#app/lib/web/bearer.ts'
import type { Frame } from '#app/platforms/platform.ts'
import { openingPage } from './pages.server.ts'
import {
  adminParameters,
  bouncePath,
  errorPath,
  frameParameter,
  policyReportsPath,
  readShellRequest,
  reloadParameter,
} from './shell-request.ts'
import { readReload } from './destinations.ts'

/** App Bridge opens the address in it at the top. */
const leaveHeader = 'X-Shopify-API-Request-Failure-Reauthorize-Url'

export const frame: Frame = {
  head: ({ shopify }) => ({
    meta: [{ name: 'shopify-api-key', content: shopify?.apiKey ?? '' }],
    scripts: [shopifyOrigins(shopify?.double).appBridge],
  }),

  scripts: ({ shopify }) => [shopifyOrigins(shopify?.double).scripts],

  connections: ({ shopify }) => shopifyOrigins(shopify?.double).vitals,

  reportTo: ({ shopify }) => (shopify?.contentPolicy === 'report' ? policyReportsPath : null),

  /**
   * App Bridge puts what it fetched in place of the page that gets tokens, and that page's policy stays.
   * Both have the nonce of the address that is fetched.
   */
  nonce(request, { config, security: { secrets } }) {
    const { url, isBounce } = readShellRequest(request)
    const address =
      url.pathname === bouncePath
        ? readReload(url.searchParams.get(reloadParameter), config)
        : isBounce
          ? new URL(config.appUrl + url.pathname + url.search)
          : null
    return address && secrets.fingerprint(address.href, 'nonce of a reload').slice(0, 32)
  },

  respond(request) {
    if (request.method !== 'OPTIONS') return null
    return new Response(null, {
      status: 204,
      headers: {
        'Access-Control-Max-Age': '7200',
        'Cache-Control': 'no-store',
      },
    })
  },

  headers(request, config) {
    const origin = request.headers.get('origin')
    const { appBridge } = shopifyOrigins(config.shopify?.double)
    return {
      ...(readBearer(request) === null
        ? { Link: `<${appBridge}>; rel="preload"; as="script"` }
        : {}),
      // Extensions of the admin call the API from another origin. Their token speaks for them, no cookie does.
      ...(origin !== null && origin !== config.appUrl && isApi(request)
        ? {
            'Access-Control-Allow-Origin': '*',
            'Access-Control-Allow-Headers': 'Authorization, Content-Type',
            'Access-Control-Expose-Headers': leaveHeader,
          }
        : {}),
    }
  },

  finish(answer, about) {
    const location = answer.headers.get('Location')
    if (location === null || answer.status < 300 || answer.status > 399) return answer
    const { request, config } = about
    const asked = readShellRequest(request)
    const target = new URL(location, request.url)
    const isInside = target.origin === config.appUrl || target.origin === asked.url.origin
    if (!isInside) {
      // Outside of the frame, as when the merchant comes from an install, a redirect is right.
      return asked.bearer === null && !asked.isEmbedded ? answer : frame.leave(target.href, about)
    }

    const path = withParameters(target, asked.url)
    if (asked.isBounce) {
      return openingPage(about, { url: config.appUrl + path, target: '_self' })
    }
    const headers = new Headers(answer.headers)
    headers.set('Location', path)
    return new Response(null, { status: answer.status, headers })
  },

  farewell: `${errorPath}?reason=deleted`,

  leave(url, about) {
    const { bearer, isBounce } = readShellRequest(about.request)
    if (bearer === null || isBounce) return openingPage(about, { url, target: '_top' })
    return Response.json(
      { message: 'Opening another page.' },
      {
        status: 401,
        headers: { [leaveHeader]: new URL(url, about.config.appUrl).href },
      },
    )
  },
} satisfies Frame

const isApi = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/api/')

/** One gets a new token, the other may be about a token that is wrong. */
const withoutToken = [bouncePath, errorPath]

/** The next page needs what the admin sent with this one. */
function withParameters(target: URL, { searchParams: given }: URL): string {
  const query = new URLSearchParams(target.search)
  for (const name of [...adminParameters, frameParameter, 'locale']) {
    const value = given.get(name)
    const isOld = name === 'id_token' && withoutToken.includes(target.pathname)
    if (value !== null && !query.has(name) && !isOld) query.set(name, value)
  }
  const search = query.toString()
  // Two slashes would begin the name of another host.
  return target.pathname.replace(/^\/+/, '/') + (search && `?${search}`) + target.hash
}
