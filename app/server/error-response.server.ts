/** The only place where refusals and outages become responses. */
import { isDatabaseAway, isUnstorableText } from '#app/lib/database-errors.ts'
import { Refusal } from '#app/lib/errors.ts'
import { unstorableMessage } from '#app/lib/storable-text.ts'

const awayMessage = 'We’re busy or restarting. Try again in a moment.'

/** Null for a bug: the caller logs it and responds with 500. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (isUnstorableText(error)) return new Refusal('malformed', unstorableMessage)
  if (!isDatabaseAway(error)) return null
  return new Refusal('unavailable', awayMessage, {
    retryAfterSeconds: 1 + Math.floor(Math.random() * 5),
  })
}

type Asked = {
  /** Path of the request. */
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
  const { status } = refusal
  const headers = refusalHeaders(refusal)
  if (isForScreen || !path.startsWith('/api/')) {
    return Response.json(messageOf(refusal, requestId), { status, headers })
  }
  headers.set('Content-Type', problemType)
  return new Response(problemOf(refusal, requestId), { status, headers })
}

/** Those of data and of the error page alike. */
export function refusalHeaders({ status, details }: Refusal): Headers {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (details.retryAfterSeconds !== undefined) {
    headers.set('Retry-After', String(details.retryAfterSeconds))
  }
  if (details.allow) headers.set('Allow', details.allow.join(', '))
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer')
  if (details.endedCookie !== undefined) headers.set('Set-Cookie', details.endedCookie)
  return headers
}

export const problemType = 'application/problem+json'

/** The body of problem+json. */
export function problemOf(refusal: Refusal, requestId: string): string {
  const { code, message, status } = refusal
  const problem = { type: 'about:blank', title: titleOf(code), status, detail: message }
  return JSON.stringify({ ...problem, ...messageOf(refusal, requestId) })
}

const messageOf = ({ message, details }: Refusal, requestId: string) => ({
  message,
  errors: details.errors ?? {},
  request_id: requestId,
})

const titleOf = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ')
