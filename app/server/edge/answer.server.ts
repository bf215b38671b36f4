/** How every answer of the public edge looks: readable for any page, never carrying cookies. T27. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Refusal } from '#app/lib/errors.ts'

/** `Retry-After` and `Date` are not readable for a page's script unless they are named here. */
export const openHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Date, Retry-After',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const

const jsonHeaders = {
  ...openHeaders,
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
} as const

/** Name, value, name, value: Node takes a list as it is. */
const jsonHead = Object.entries(jsonHeaders).flat()

type Answer = { status: number; headers: OutgoingHttpHeaders; value: unknown }

export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value)
  const length = String(Buffer.byteLength(body))
  response.writeHead(status, [...jsonHead, 'Content-Length', length])
  response.end(body)
}

/** A refusal by its status, with the sentence and the errors by field. */
export function answerRefusal(
  response: ServerResponse,
  { status, message, details }: Refusal,
  extra: OutgoingHttpHeaders = {},
): void {
  const wait = details.retryAfterSeconds ?? (status === 503 ? drawnSeconds() : undefined)
  const retry = wait === undefined ? {} : { 'Retry-After': String(wait) }
  send(response, {
    status,
    headers: { ...jsonHeaders, ...retry, ...extra },
    value: { message, errors: details.errors ?? {} },
  })
}

/** Pages that were refused together don't come back together. R06 (security.md): 1 to 10. */
const drawnSeconds = () => 1 + Math.floor(Math.random() * 10)

/** The browser's question whether it may send, answered for a day. */
export function answerPreflight(response: ServerResponse, methods: string): void {
  response.writeHead(204, {
    ...openHeaders,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': 'Content-Type',
    'Access-Control-Max-Age': '86400',
  })
  response.end()
}

function send(response: ServerResponse, { status, headers, value }: Answer): void {
  const body = JSON.stringify(value)
  response.writeHead(status, {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
