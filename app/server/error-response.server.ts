/** The only place where refusals and outages become responses. */
import { isDatabaseAway } from '#app/lib/database-errors.ts'
import { Refusal } from '#app/lib/errors.ts'

export const awayMessage = 'We’re busy or restarting. Try again in a moment.'

/** Null for a bug: the caller logs it and responds with 500. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (!isDatabaseAway(error)) return null
  return new Refusal('unavailable', awayMessage, {
    retryAfterSeconds: 1 + Math.floor(Math.random() * 5),
  })
}

type Asked = {
  /** Of the request. */
  path: string
  requestId: string
  /** The error page shows the response. */
  isForScreen?: boolean
}

/** The response to a refusal: problem+json (RFC 9457) for calls under /api/, else plain JSON. */
export function errorResponse(
  refusal: Refusal,
  { path, requestId, isForScreen = false }: Asked,
): Response {
  const { code, message, status, details } = refusal
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (details.retryAfterSeconds !== undefined) {
    headers.set('Retry-After', String(details.retryAfterSeconds))
  }
  if (details.allow) headers.set('Allow', details.allow.join(', '))
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer')
  if (details.endedCookie !== undefined) headers.set('Set-Cookie', details.endedCookie)
  const body = { message, errors: details.errors ?? {}, request_id: requestId }
  if (isForScreen || !path.startsWith('/api/')) return Response.json(body, { status, headers })

  headers.set('Content-Type', 'application/problem+json')
  const problem = { type: 'about:blank', title: titleOf(code), status, detail: message, ...body }
  return new Response(JSON.stringify(problem), { status, headers })
}

const titleOf = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ')
