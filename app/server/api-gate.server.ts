/**
 * Counts requests to the REST API, and reports the limit on every answer.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { apiLimit } from '#app/domain/accounts/login/api-limit.ts'
import type { ApiQuota } from '#app/domain/accounts/login/rate-limits.server.ts'
import { findBearer } from '#app/domain/tokens/tokens.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { addressGroup } from '#app/lib/web/address-group.ts'
import { readBearer } from '#app/lib/web/bearer.ts'
import type { Services } from '#app/services.ts'
import { asRefusal, errorResponse } from './error-response.server.ts'
import { clientAddress } from './client-address.ts'

type Env = {
  Bindings: { incoming: IncomingMessage }
  Variables: { requestId: string }
}

const policy = `"default";q=${String(apiLimit.requests)};w=${String(apiLimit.seconds)}`

export function createApiGate(services: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    const refuse = (refusal: Refusal) =>
      errorResponse(refusal, { path: c.req.path, requestId: c.get('requestId') })
    let quota: ApiQuota
    try {
      quota = await services.security.rateLimits.countApiRequest(await senderOf(services, c))
    } catch (error) {
      const refusal = asRefusal(error)
      if (!refusal) throw error
      return refuse(refusal)
    }
    if (quota.isAllowed) await next()
    else c.res = refuse(tooMany(quota))
    c.res.headers.set('RateLimit-Policy', policy)
    c.res.headers.set(
      'RateLimit',
      `"default";r=${String(quota.remaining)};t=${String(quota.resetSeconds)}`,
    )
    return undefined
  }
}

/** Without a valid token, the network address: a new made-up token is no new sender. */
async function senderOf(services: Services, c: Context<Env>): Promise<string> {
  const token = readBearer(c.req.raw)
  const bearer = token === null ? null : await findBearer(services, token)
  if (bearer) return `token ${String(bearer.tokenId)}`
  return `address ${addressGroup(clientAddress(c.env.incoming, services.config.trustsProxy))}`
}

const tooMany = ({ resetSeconds }: ApiQuota) =>
  new Refusal(
    'too_many',
    `You’ve sent more than ${String(apiLimit.requests)} requests in ${String(apiLimit.seconds)} seconds. Try again in ${String(resetSeconds)} ${resetSeconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfterSeconds: resetSeconds },
  )
