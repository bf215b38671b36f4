/** Deliveries to the address of a connection: stored, then answered. Jobs read them. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { receiveDelivery } from '#app/domain/connections/receive-delivery.server.ts'
import { QueueFull } from '#app/lib/async/group-commit.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { BadRecord, ForgedDelivery, isFailedCall } from '#app/lib/web/provider-errors.ts'

type Args = Pick<ActionFunctionArgs, 'request' | 'params' | 'context'>

/** Some services check an address by GET. */
export const loader = (args: LoaderFunctionArgs) => receive(args)

export const action = (args: ActionFunctionArgs) => receive(args)

async function receive({ request, params, context: { services } }: Args): Promise<Response> {
  const { integration = '', token = '' } = params
  const { method, headers, url } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const raw = {
    method,
    headers: Object.fromEntries(headers),
    query: new URL(url).searchParams,
    body: hasBody ? Buffer.from(await request.arrayBuffer()) : Buffer.alloc(0),
  }
  try {
    const reply = await receiveDelivery(services, { integration, token }, raw)
    if (!reply) throw new Refusal('not_found', errorCatalog.notFound('/hooks'))
    const { status, body = null, contentType = 'text/plain; charset=utf-8' } = reply
    const type = body === null ? {} : { 'Content-Type': contentType }
    return new Response(body, { status, headers: type })
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Says nothing about the connection. */
function refusalOf(error: unknown): unknown {
  if (error instanceof ForgedDelivery) return new Refusal('unauthenticated', error.message)
  if (error instanceof BadRecord) return new Refusal('malformed', error.message)
  if (isFailedCall(error)) return new Refusal('malformed', 'The credentials don’t work.')
  if (error instanceof QueueFull) {
    return new Refusal('unavailable', 'Too many deliveries. Send it again later.', {
      retryAfterSeconds: 5,
    })
  }
  return error
}
