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

export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  send(response, status, jsonHeaders, JSON.stringify(value))
}

/** A refusal by its status, with the sentence and the errors by field. */
export function answerRefusal(
  response: ServerResponse,
  { status, message, details }: Refusal,
  extra: OutgoingHttpHeaders = {},
): void {
  const wait = details.retryAfterSeconds
  const headers = {
    ...jsonHeaders,
    ...(wait === undefined ? {} : { 'Retry-After': String(wait) }),
    ...extra,
  }
  send(response, status, headers, JSON.stringify({ message, errors: details.errors ?? {} }))
}

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

function send(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string,
): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}
