/**
 * Deliveries to the addresses of connections, which are no screens: answered on Node's own request and
 * response, since Fetch's, the framework and its router took more time than storing them. Jobs read
 * them (app/jobs/deliveries.server.ts).
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tooManyDeliveries } from '#app/domain/deliveries/store-delivery.server.ts'
import { receiveDelivery, type Received } from '#app/domain/connections/receive-delivery.server.ts'
import type { RawDelivery } from '#app/integrations/integration.ts'
import { TooLargeBody } from '#app/integrations/smart/read-body.ts'
import { QueueFull } from '#app/lib/async/group-commit.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { redactTokens } from '#app/lib/security/redact.ts'
import { BadRecord, ForgedDelivery, isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import type { FairShare } from './edge/fair-share.ts'
import { headerOf } from './edge/request-head.ts'
import { asRefusal, errorResponse } from './error-response.server.ts'
import { isBrokenOff, receiveBody } from './received-body.server.ts'
import type { RequestLanes } from './request-lanes.ts'
import { policyOf } from './request-policy.ts'
import { isForeignWrite, securityHeaders } from './security.server.ts'

const address = /^\/hooks\/([^/]+)\/([^/]+)$/

/** Whether the path is the address of a connection, known or not. */
export const isConnectionAddress = (path: string): boolean => address.test(path)

type Shared = {
  lanes: RequestLanes
  /** Bytes of the bodies that are being received or processed. */
  bodies: FairShare
}

/** @param sender address group */
export type DeliveryHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  sender: string,
) => void

/** Stored, then answered. Some services check an address by GET. */
export function createDeliveryHandler(services: Services, shared: Shared): DeliveryHandler {
  const { config, log } = services
  const secure = {
    ...securityHeaders('', {
      isHttps: config.appUrl.startsWith('https:'),
      frameAncestors: "'none'",
    }),
    // Nothing in an answer may load or run.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  }

  async function answerTo(request: IncomingMessage, sender: string): Promise<Received> {
    const { method = '', url = '' } = request
    const [path = '', query = ''] = url.split(/\?(.*)/s, 2)
    if (isForeign(request, config)) throw new Refusal('forbidden', 'Cross-site request blocked.')
    const [, integration = '', token = ''] = address.exec(path) ?? []
    const { lane, body: limit } = policyOf(method, path)
    const bounds = { ...limit, shares: shared.bodies, sender }
    const { body, release } = await receiveBody(request, bounds)
    const raw = { method, headers: headersOf(request), query: new URLSearchParams(query), body }
    try {
      return await shared.lanes.run(lane, sender, () =>
        receiveDelivery(services, { integration, token }, raw),
      )
    } finally {
      release()
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse, sender: string) {
    const started = performance.now()
    const requestId = randomUUID()
    const headers = { ...secure, 'X-Request-Id': requestId }
    try {
      const reply = await answerTo(request, sender)
      if (!reply) throw new Refusal('not_found', errorCatalog.notFound('/hooks'))
      const { status, body, contentType = 'text/plain; charset=utf-8' } = reply
      response.writeHead(status, {
        ...headers,
        'Cache-Control': 'private, no-store',
        'Content-Length': String(Buffer.byteLength(body ?? '')),
        ...(body === undefined ? {} : { 'Content-Type': contentType }),
      })
      response.end(body)
    } catch (error) {
      await refuse(request, response, { error: refusalOf(error), requestId, headers })
    }
    log.info(
      {
        requestId,
        method: request.method,
        path: redactTokens(request.url?.split('?', 1)[0] ?? ''),
        status: response.statusCode,
        millis: Math.round(performance.now() - started),
      },
      'request',
    )
  }

  type Refused = { error: unknown; requestId: string; headers: Record<string, string> }

  async function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    { error, requestId, headers }: Refused,
  ): Promise<void> {
    if (isBrokenOff(request)) {
      response.destroy()
      return
    }
    if (!(error instanceof Refusal)) log.error({ requestId, err: error }, 'unanswered')
    const refusal =
      error instanceof Refusal ? error : new Refusal('failed', errorCatalog.somethingWrong)
    const refused = errorResponse(refusal, { path: '/hooks', requestId })
    const text = await refused.text()
    // The rest of the body must not be taken for the next request.
    if (!request.complete) response.shouldKeepAlive = false
    response.writeHead(refused.status, {
      ...headers,
      ...Object.fromEntries(refused.headers),
      'Content-Length': String(Buffer.byteLength(text)),
    })
    response.end(text)
  }

  return (request, response, sender) => {
    answer(request, response, sender).catch((error: unknown) => {
      log.error({ err: error }, 'a delivery was not answered')
      response.destroy()
    })
  }
}

/** No page of another site may send one in its visitor's name. */
function isForeign(request: IncomingMessage, { appUrl }: { appUrl: string }): boolean {
  const { method = '', url = '' } = request
  const names = ['origin', 'sec-fetch-site', 'authorization'] as const
  const headers = names.flatMap((name) => {
    const value = headerOf(request, name)
    return value === undefined ? [] : [[name, value] as [string, string]]
  })
  if (headers.length === 0) return false
  return isForeignWrite(new Request(new URL(url, appUrl), { method, headers }), { appUrl })
}

const headersOf = ({ headers }: IncomingMessage): RawDelivery['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )

function refusalOf(error: unknown): unknown {
  if (error instanceof ForgedDelivery) return new Refusal('unauthenticated', error.message)
  if (error instanceof TooLargeBody) return new Refusal('too_large', error.message)
  if (error instanceof BadRecord) return new Refusal('malformed', error.message)
  if (isFailedCall(error)) return new Refusal('malformed', 'The credentials don’t work.')
  if (error instanceof QueueFull) return tooManyDeliveries()
  return asRefusal(error) ?? error
}
