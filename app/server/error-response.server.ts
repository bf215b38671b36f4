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

/**
 * The response to a refusal: problem+json (RFC 9457) for the API, plain JSON for screens.
 *
 * @param path of the request: everything under /api/ gets the API's format
 */
export function errorResponse(refusal: Refusal, path: string, requestId: string): Response {
  const { code, message, status, details } = refusal
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (details.retryAfterSeconds !== undefined) {
    headers.set('Retry-After', String(details.retryAfterSeconds))
  }
  if (details.allow) headers.set('Allow', details.allow.join(', '))
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer')
  const body = { message, errors: details.errors ?? {}, request_id: requestId }
  if (!path.startsWith('/api/')) return Response.json(body, { status, headers })

  headers.set('Content-Type', 'application/problem+json')
  const problem = { type: 'about:blank', title: titleOf(code), status, detail: message, ...body }
  return new Response(JSON.stringify(problem), { status, headers })
}

const titleOf = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ')
