/**
 * The parameter `signed_payload_jwt`, by which BigCommerce says who opens the app, uninstalls it or loses
 * it. Source: developer.bigcommerce.com, "Handling callbacks" of apps.
 */
import { z } from 'zod'
import type { BigCommerceAccount } from '#app/config.server.ts'
import type { BigCommerceApp, StorePayload } from '#app/domain/shops/stores/bigcommerce-app.ts'
import { readTenantId, type TenantId } from '#app/domain/shops/tenants/tenant-name.ts'
import { sharedSecretClaims } from '#app/lib/security/signed-token.ts'
import { secondMillis } from '#app/lib/time.ts'
import { BadRecord, ForgedDelivery } from '#app/lib/web/provider-errors.ts'

/** By which our clock may differ from BigCommerce's, whose `nbf` may lie before `iat` as well. */
const toleranceSeconds = 30

const number = z.int().min(1).transform(String)
export const storeUser = z.object({ id: number, email: z.string().max(255).catch('') })

const seconds = z.int().min(0)

const claims = z.object({
  aud: z.string(),
  iss: z.literal('bc'),
  iat: seconds,
  nbf: seconds,
  exp: seconds,
  jti: z.string().min(1).max(100),
  sub: z.string(),
  user: storeUser,
  owner: storeUser,
  url: z.string().max(2_000).catch('/'),
})

/** `stores/abc123`. Null: it names no store. */
export const storeOfContext = (context: string): TenantId | null =>
  readTenantId(/^stores\/([a-z0-9]+)$/.exec(context)?.[1] ?? null)

export function createPayloadReader(
  { clientId, clientSecret }: Pick<BigCommerceAccount, 'clientId' | 'clientSecret'>,
  now: () => Date,
): BigCommerceApp['readPayload'] {
  return (signed) => {
    const read = claims.safeParse(contentOf(signed, clientSecret))
    if (!read.success) return null
    const { aud, iat, nbf, exp, jti, sub, user, owner, url } = read.data
    const tenantId = storeOfContext(sub)
    const at = now().getTime() / secondMillis
    const isTimely =
      exp > at - toleranceSeconds && nbf <= at + toleranceSeconds && iat <= at + toleranceSeconds
    if (aud !== clientId || tenantId === null || !isTimely) return null
    const issuedAt = new Date(iat * secondMillis)
    return { tenantId, user, owner, url, id: jti, issuedAt } satisfies StorePayload
  }
}

function contentOf(signed: string, secret: string): unknown {
  try {
    return sharedSecretClaims(signed, secret)
  } catch (error) {
    if (error instanceof ForgedDelivery || error instanceof BadRecord) return null
    throw error
  }
}
