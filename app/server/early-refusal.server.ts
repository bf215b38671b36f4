/** Refusals before any framework. Must stay cheap for thousands of requests. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '#app/lib/errors.ts'
import { problemOf, problemType } from './error-response.server.ts'
import { busySentence } from './request-lanes.ts'

/** Problem+json for calls under /api/, else a line of text. */
export function refuseEarly(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
): void {
  const { message, status, details } = refusal
  const requestId = randomUUID()
  const isCall = url.startsWith('/api/')
  const { retryAfterSeconds } = details
  response.writeHead(status, {
    'Content-Type': isCall ? problemType : 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
  })
  response.end(isCall ? problemOf(refusal, requestId) : message)
}

export const tooLong = () => new Refusal('uri_too_long', 'The address is too long.')

export const unknownHost = () => new Refusal('malformed', 'The Host header names no host.')

/** With a random pause, so that the refused don't come back together. */
export const tooBusy = () =>
  new Refusal('unavailable', busySentence, {
    retryAfterSeconds: 2 + Math.floor(Math.random() * 5),
  })
