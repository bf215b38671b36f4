/**
 * Counts requests to the REST API, and reports the limit on every answer.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { apiLimit, organizationApiLimit } from '#app/domain/accounts/login/api-limit.ts'
import type {
  ApiLimitState,
  ApiQuota,
  ApiSender,
} from '#app/domain/accounts/login/rate-limits.server.ts'
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

type Limit = typeof apiLimit | typeof organizationApiLimit

const policyOf = (name: string, { requests, seconds }: Limit) =>
  `"${name}";q=${String(requests)};w=${String(seconds)}`

const ofSender = policyOf('default', apiLimit)
const ofBearer = `${ofSender}, ${policyOf('organization', organizationApiLimit)}`

export function createApiGate(services: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    const refuse = (refusal: Refusal) =>
      errorResponse(refusal, { path: c.req.path, requestId: c.get('requestId') })
    let sender: ApiSender
    let quota: ApiQuota
    try {
      sender = await senderOf(services, c)
      quota = await services.security.rateLimits.countApiRequest(sender)
    } catch (error) {
      const refusal = asRefusal(error)
      if (!refusal) throw error
      return refuse(refusal)
    }
    const refusal = refusalOf(quota)
    if (refusal === null) await next()
    else c.res = refuse(refusal)
    c.res.headers.set('RateLimit-Policy', sender.teamId === null ? ofSender : ofBearer)
    c.res.headers.set('RateLimit', itemsOf(quota))
    return undefined
  }
}

const itemsOf = ({ sender, team }: ApiQuota): string =>
  [itemOf('default', sender), ...(team ? [itemOf('organization', team)] : [])].join(', ')

const itemOf = (name: string, { remaining, resetSeconds }: ApiLimitState) =>
  `"${name}";r=${String(remaining)};t=${String(resetSeconds)}`

/** Without a valid token, the network address: a new made-up token is no new sender. */
async function senderOf(services: Services, c: Context<Env>): Promise<ApiSender> {
  const token = readBearer(c.req.raw)
  const bearer = token === null ? null : await findBearer(services, token)
  if (bearer) return { key: `token ${String(bearer.tokenId)}`, teamId: bearer.scope.teamId }
  const address = clientAddress(c.env.incoming, services.config.trustsProxy)
  return { key: `address ${addressGroup(address)}`, teamId: null }
}

/** Null: the request is allowed. */
function refusalOf({ refusedBy, sender, team }: ApiQuota): Refusal | null {
  if (refusedBy === null) return null
  if (refusedBy === 'team' && team) {
    return tooMany('Your organization has', organizationApiLimit, team)
  }
  return tooMany('You’ve', apiLimit, sender)
}

function tooMany(who: string, { requests, seconds }: Limit, { resetSeconds }: ApiLimitState) {
  return new Refusal(
    'too_many',
    `${who} sent more than ${requests.toLocaleString('en')} requests in ${String(seconds)} seconds. Try again in ${String(resetSeconds)} ${resetSeconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfterSeconds: resetSeconds },
  )
}
