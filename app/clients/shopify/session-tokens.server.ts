/** Session tokens and signed queries: what Shopify signs with the app's secret. */
import { createHmac } from 'node:crypto'
import '@shopify/shopify-api/adapters/node'
import { ApiVersion, LogSeverity, shopifyApi, type JwtPayload } from '@shopify/shopify-api'
import type { ShopifyApp } from '#app/config.server.ts'
import { readShopDomain } from '#app/domain/shops/shop-domain.ts'
import type { Shopify, ShopSession } from '#app/domain/shops/shopify.ts'
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'

type SessionTokens = Pick<Shopify, 'readSession' | 'readSignedShop' | 'isSignedQuery'>

/** Clocks of two servers differ. */
const leewaySeconds = 10

type Parts = { app: ShopifyApp; appUrl: string; now: () => Date }

export function createSessionTokens({ app, appUrl, now }: Parts): SessionTokens {
  const { apiKey, apiSecret, previousApiSecret } = app
  const secrets = previousApiSecret ? [apiSecret, previousApiSecret] : [apiSecret]
  const libraries = secrets.map((apiSecretKey) => libraryOf({ apiKey, apiSecretKey, appUrl }))

  return {
    async readSession(token) {
      for (const { session } of libraries) {
        // The library's message contains the token, so nothing of it is logged.
        const claims = await session.decodeSessionToken(token).catch(() => null)
        if (claims) return sessionOf(claims, now())
      }
      return null
    },

    readSignedShop: (token) => Promise.resolve(signedShop(token, { apiKey, secrets })),

    isSignedQuery(query, maxAgeSeconds = Infinity) {
      const signature = query.get('hmac')
      // Each reader might pick a different value of a repeated parameter.
      if (!signature || new Set(query.keys()).size !== query.size) return false
      const stamp = query.get('timestamp') ?? ''
      const age = Math.abs(now().getTime() / 1000 - Number(stamp))
      if (!/^\d{1,12}$/.test(stamp) || age > maxAgeSeconds) return false
      const signed = [...query]
        .filter(([name]) => name !== 'hmac')
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join('&')
      return secrets.some((secret) => timingSafeEqualText(signature, hmacHex(secret, signed)))
    },
  }
}

const hmacHex = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

type LibraryParts = { apiKey: string; apiSecretKey: string; appUrl: string }

function libraryOf({ apiKey, apiSecretKey, appUrl }: LibraryParts) {
  const { host, protocol } = new URL(appUrl)
  return shopifyApi({
    apiKey,
    apiSecretKey,
    hostName: host,
    hostScheme: protocol === 'https:' ? 'https' : 'http',
    apiVersion: ApiVersion.July26,
    isEmbeddedApp: true,
    logger: { level: LogSeverity.Error, log: () => undefined },
  })
}

/** Checks the library skips: the exact shop domain, and that `iss` and `dest` name one shop. */
function sessionOf(claims: JwtPayload, at: Date): ShopSession | null {
  const { sub } = claims
  const shop = shopOf(claims)
  const seconds = at.getTime() / 1000
  const isTimely = claims.exp > seconds - leewaySeconds && claims.nbf < seconds + leewaySeconds
  if (!shop || !isTimely || typeof sub !== 'string' || !/^\d{1,20}$/.test(sub)) return null
  return { shop, staffId: sub }
}

type Addresses = { iss?: unknown; dest?: unknown }

function shopOf({ iss, dest }: Addresses): string | null {
  if (typeof iss !== 'string' || typeof dest !== 'string') return null
  const shop = readShopDomain(/^https:\/\/([^/]+)$/.exec(dest)?.[1])
  return shop !== null && iss.toLowerCase() === `https://${shop}/admin` ? shop : null
}

/** Signature and audience only: an expired token still proves which shop it was for. */
function signedShop(
  token: string,
  { apiKey, secrets }: { apiKey: string; secrets: readonly string[] },
): string | null {
  const [head = '', body = '', signature = '', ...others] = token.split('.')
  if (others.length > 0 || readPart(head)?.alg !== 'HS256') return null
  const isSigned = secrets.some((secret) =>
    timingSafeEqualText(
      signature,
      createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url'),
    ),
  )
  const claims = isSigned ? readPart(body) : null
  return claims?.aud === apiKey ? shopOf(claims) : null
}

function readPart(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
