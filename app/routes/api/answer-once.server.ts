/** The only way the API writes. With an `Idempotency-Key`, a write has its effect once. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { answerOnce, type StoredAnswer } from '#app/domain/tokens/idempotency.server.ts'
import type { TokenBearer } from '#app/domain/tokens/tokens.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { refuseQuery } from './query.ts'

/** The response to a write: a status, and a JSON body unless there is nothing to send. */
export type WriteAnswer = { status: number; body?: unknown }

/** @param work uses only the services that it is passed, so it can be part of one transaction */
export async function answerWrite(
  { request, context: { services } }: ActionFunctionArgs,
  bearer: TokenBearer,
  work: (services: Services, request: Request) => Promise<WriteAnswer>,
): Promise<Response> {
  refuseQuery(request)
  const key = readKey(request)
  if (key === null) return toResponse(serialize(await work(services, request)))

  const { method, url } = request
  const bytes = new Uint8Array(await request.clone().arrayBuffer())
  const { pathname, search } = new URL(url)
  const { rateLimits } = services.security
  await rateLimits.countStoredAnswer(bearer.scope.teamId)
  const answer = await answerOnce(services, bearer, {
    key,
    content: [method, pathname + search, bytes],
    work: async (joined) => serialize(await work(joined, request)),
  })
  if (!answer.isReplayed) {
    const size = Buffer.byteLength(answer.body ?? '')
    await rateLimits.countStoredAnswer(bearer.scope.teamId, size)
  }
  const response = toResponse(answer)
  if (answer.isReplayed) response.headers.set('Idempotency-Replayed', 'true')
  return response
}

const serialize = ({ status, body }: WriteAnswer): StoredAnswer => ({
  status,
  body: body === undefined ? null : JSON.stringify(body),
})

const toResponse = ({ status, body }: StoredAnswer) =>
  new Response(body, {
    status,
    headers: body === null ? {} : { 'Content-Type': 'application/json; charset=utf-8' },
  })

/** Null: the request has none. @throws Refusal `malformed` */
function readKey(request: Request): string | null {
  const key = request.headers.get('Idempotency-Key')
  if (key === null || /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new Refusal(
    'malformed',
    'The Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.',
  )
}
