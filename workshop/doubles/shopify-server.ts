/**
 * A Shopify that answers what a test prescribes: staff with any data, answers that no shop would give,
 * requests that wait for each other. A Shopify that behaves as one is the demo store
 * (workshop/store, tests/support/shopify/store-world.ts); what happens in a shop is tested there.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const shopifyApp = {
  apiKey: 'test-client-id-of-the-app',
  apiSecret: 'test-client-secret-of-the-app',
  handle: 'footfall',
}

export type DoubleStaff = {
  id: string
  first_name: string
  last_name: string
  email: string
  email_verified: boolean
  account_owner: boolean
}

export type DoubleShop = {
  domain: string
  id: string
  name: string
  url: string
  isInstalled: boolean
  staff: Map<string, DoubleStaff>
}

/** Failures that the double simulates for the next request instead of answering properly. */
export type Fault =
  | { status: number; body?: string; headers?: Record<string, string> }
  | 'hang up'
  | 'half a body'
  | 'throttle'

type SeenCall = { path: string; grant: string | null; query: string | null }

/** The data that an operation of the Admin API answers with. */
type Answer = (variables: Record<string, unknown>, shop: DoubleShop) => unknown

export type ShopifyServer = {
  url: string
  /** Answers an operation from now on. Its shape is what the product's reader needs. */
  answer: (operation: string, answer: Answer) => void
  shop: (wanted: Partial<DoubleShop> & { domain: string }) => DoubleShop
  /** Adds a person to a shop's staff. */
  addStaff: (shop: DoubleShop, wanted: Partial<DoubleStaff> & { id: string }) => DoubleStaff
  /** Calls so far, oldest first. */
  seen: SeenCall[]
  /** Adds a fault for the next requests whose path ends like this. */
  failNext: (path: 'access_token' | 'graphql.json', ...faults: Fault[]) => void
  /** Every token that was given out is refused from now on. */
  revokeTokens: () => void
  /** Runs before each call is answered. */
  beforeAnswer: (wait: () => Promise<void>) => void
  /** Files that are served as they are, by path. */
  files: Map<string, { type: string; body: string }>
  /** The caller's duty. */
  stop: () => Promise<void>
}

type Claims = Record<string, unknown>

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs as Shopify does. @param head of the token */
export function signToken(
  claims: Claims,
  {
    secret = shopifyApp.apiSecret,
    head = { alg: 'HS256', typ: 'JWT' },
  }: { secret?: string; head?: object } = {},
): string {
  const signed = `${encode(head)}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

/** The claims of a session token, valid for a minute. */
export function sessionClaims(shop: string, staffId: string, at: Date): Claims {
  const seconds = Math.floor(at.getTime() / 1000)
  return {
    iss: `https://${shop}/admin`,
    dest: `https://${shop}`,
    aud: shopifyApp.apiKey,
    sub: staffId,
    iat: seconds,
    nbf: seconds,
    exp: seconds + 60,
    jti: randomUUID(),
    sid: 'session',
  }
}

/** A query as Shopify signs it. */
export function signQuery(
  parameters: Record<string, string>,
  secret = shopifyApp.apiSecret,
): URLSearchParams {
  const signed = Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&')
  const hmac = createHmac('sha256', secret).update(signed).digest('hex')
  return new URLSearchParams({ ...parameters, hmac })
}

export async function startShopifyServer(now: () => Date): Promise<ShopifyServer> {
  const shops = new Map<string, DoubleShop>()
  const seen: SeenCall[] = []
  const faults = new Map<string, Fault[]>()
  const files: ShopifyServer['files'] = new Map()
  const access = new Map<string, { shop: string; until: number }>()
  const refresh = new Map<string, string>()
  const answers = new Map<string, Answer>()
  let wait = () => Promise.resolve()

  const json = (response: ServerResponse, status: number, value: unknown) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))

  function grant(shop: string) {
    const [accessToken, refreshToken] = [`shpat_${randomUUID()}`, `shprt_${randomUUID()}`]
    access.set(accessToken, { shop, until: now().getTime() + 3_600_000 })
    refresh.set(refreshToken, shop)
    return {
      access_token: accessToken,
      scope: 'read_products,read_orders',
      expires_in: 3600,
      refresh_token: refreshToken,
      refresh_token_expires_in: 7_776_000,
    }
  }

  function answerToken(shop: DoubleShop, body: Record<string, string>, response: ServerResponse) {
    const { client_id: id, client_secret: secret, grant_type: type = '' } = body
    if (id !== shopifyApp.apiKey || secret !== shopifyApp.apiSecret) {
      json(response, 400, { error: 'invalid_client' })
    } else if (type === 'refresh_token') {
      const isKnown = refresh.get(body['refresh_token'] ?? '') === shop.domain
      refresh.delete(body['refresh_token'] ?? '')
      if (isKnown) json(response, 200, grant(shop.domain))
      else json(response, 400, { error: 'invalid_grant' })
    } else {
      const claims = readClaims(body['subject_token'] ?? '')
      const staff = shop.staff.get(String(claims?.['sub']))
      const isValid = claims?.['dest'] === `https://${shop.domain}` && shop.isInstalled
      if (!isValid || !staff) json(response, 400, { error: 'invalid_subject_token' })
      else if (body['requested_token_type']?.includes('online-access')) {
        // A number, as Shopify sends it.
        const person = JSON.stringify(staff).replace(/"id":"(\d+)"/, '"id":$1')
        response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(`{"access_token":"shpua_x","scope":"","associated_user":${person}}`)
      } else json(response, 200, grant(shop.domain))
    }
  }

  function answerQuery(
    shop: DoubleShop,
    { query = '', variables = {} }: { query?: string; variables?: Record<string, unknown> },
    token: string,
    response: ServerResponse,
  ) {
    const prepared = answers.get(/\b(?:query|mutation) (\w+)/.exec(query)?.[1] ?? '')
    const known = access.get(token)
    if (known?.shop !== shop.domain || known.until <= now().getTime()) {
      json(response, 401, { errors: '[API] Invalid API key or access token' })
    } else if (prepared) {
      json(response, 200, { data: prepared(variables, shop) })
    } else if (query.includes('query ShopDetails')) {
      json(response, 200, {
        data: {
          shop: {
            id: `gid://shopify/Shop/${shop.id}`,
            name: shop.name,
            currencyCode: 'EUR',
            ianaTimezone: 'Europe/Amsterdam',
            primaryDomain: { url: shop.url },
          },
        },
      })
    } else json(response, 200, { errors: [{ message: 'Unknown query.' }] })
  }

  function fail(fault: Fault, response: ServerResponse) {
    if (fault === 'hang up') response.destroy()
    else if (fault === 'half a body') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"access_token":"shp')
    } else if (fault === 'throttle') {
      json(response, 200, {
        errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
        extensions: {
          cost: {
            requestedQueryCost: 1100,
            throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 100, restoreRate: 100 },
          },
        },
      })
    } else response.writeHead(fault.status, fault.headers).end(fault.body ?? '{}')
  }

  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    if (file) {
      response.writeHead(200, { 'Content-Type': file.type }).end(file.body)
      return
    }
    void text(request).then(async (sent) => {
      const path = request.url ?? ''
      const body = JSON.parse(sent || '{}') as Record<string, string>
      seen.push({ path, grant: grantOf(body), query: body['query'] ?? null })
      await wait()
      const planned = [...faults].find(([end]) => path.endsWith(end))?.[1].shift()
      const domain = /^\/shops\/([^/]+)\/admin\//.exec(path)?.[1]
      const shop = shops.get(domain ?? '')
      if (planned) fail(planned, response)
      else if (!shop) json(response, 404, { errors: 'Not Found' })
      else if (path.endsWith('/oauth/access_token')) answerToken(shop, body, response)
      else {
        const token = request.headers['x-shopify-access-token']
        answerQuery(shop, body, String(token), response)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${String(port)}`,
    seen,
    files,
    shop({ domain, ...wanted }) {
      const name = domain.slice(0, domain.indexOf('.'))
      const shop: DoubleShop = {
        domain,
        id: '9007199254740993',
        name,
        url: `https://${name}.example`,
        isInstalled: true,
        staff: new Map(),
        ...wanted,
      }
      shops.set(domain, shop)
      return shop
    },
    addStaff(shop, wanted) {
      const staff: DoubleStaff = {
        first_name: 'Ann',
        last_name: 'Arbor',
        email: `staff-${wanted.id}@example.com`,
        email_verified: true,
        account_owner: false,
        ...wanted,
      }
      shop.staff.set(staff.id, staff)
      return staff
    },
    answer(operation, answer) {
      answers.set(operation, answer)
    },
    failNext(path, ...more) {
      faults.set(path, [...(faults.get(path) ?? []), ...more])
    },
    revokeTokens() {
      access.clear()
      refresh.clear()
    },
    beforeAnswer(asked) {
      wait = asked
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** `offline`, `online` or `refresh`; null for other calls. */
function grantOf(body: Record<string, string>): string | null {
  if (body['grant_type'] === 'refresh_token') return 'refresh'
  const type = /token-type:(\w+)-access-token$/.exec(body['requested_token_type'] ?? '')
  return type?.[1] ?? null
}

function readClaims(token: string): Claims | null {
  const [head, body, signature] = token.split('.')
  const signed = createHmac('sha256', shopifyApp.apiSecret).update(`${head ?? ''}.${body ?? ''}`)
  if (signed.digest('base64url') !== signature) return null
  return JSON.parse(Buffer.from(body ?? '', 'base64url').toString('utf8')) as Claims
}
