/**
 * Deliveries to the addresses of connections, which are no screens: answered without Remix, whose router
 * took more time than storing them. Jobs read them (app/jobs/deliveries.server.ts).
 */
import { receiveDelivery } from '#app/domain/connections/receive-delivery.server.ts'
import { QueueFull } from '#app/lib/async/group-commit.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { BadRecord, ForgedDelivery, isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { asRefusal } from './error-response.server.ts'

const address = /^\/hooks\/([^/]+)\/([^/]+)$/

/** Whether the path is the address of a connection, known or not. */
export const isConnectionAddress = (path: string): boolean => address.test(path)

/**
 * Stored, then answered. Some services check an address by GET.
 *
 * @throws Refusal, which says nothing about the connection
 */
export async function answerDelivery(services: Services, request: Request): Promise<Response> {
  const { method, headers, url } = request
  const { pathname, searchParams: query } = new URL(url)
  const [, integration = '', token = ''] = address.exec(pathname) ?? []
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? Buffer.from(await request.arrayBuffer()) : Buffer.alloc(0)
  const raw = { method, headers: Object.fromEntries(headers), query, body }
  try {
    const reply = await receiveDelivery(services, { integration, token }, raw)
    if (!reply) throw new Refusal('not_found', errorCatalog.notFound('/hooks'))
    const { status, body: text = null, contentType = 'text/plain; charset=utf-8' } = reply
    const type = text === null ? {} : { 'Content-Type': contentType }
    return new Response(text, { status, headers: type })
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ForgedDelivery) return new Refusal('unauthenticated', error.message)
  if (error instanceof BadRecord) return new Refusal('malformed', error.message)
  if (isFailedCall(error)) return new Refusal('malformed', 'The credentials don’t work.')
  if (error instanceof QueueFull) {
    return new Refusal('unavailable', 'Too many deliveries. Send it again later.', {
      retryAfterSeconds: 5,
    })
  }
  return asRefusal(error) ?? error
}
