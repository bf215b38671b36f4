/** How every answer of the public edge looks: readable for any page, never carrying cookies. T27. */
import type { ServerResponse } from 'node:http'
import type { Refusal } from '#app/lib/errors.ts'
import { createHeaderBlock, type HeaderBlock } from './header-block.ts'

/** What is told to whoever asks: one way to decide it, two to write it (0010-raw-read-path.md). */
export type EdgeResponse = {
  status: number
  /** What it shares with other answers. */
  headerBlock: HeaderBlock
  /** What it has alone: name, value, name, value. */
  extraHeaders: readonly string[]
  body: string
  /** How the body's characters become bytes; latin1 where each of them stands for one. */
  encoding: 'latin1' | 'utf8'
}

/** `Retry-After` and `Date` are not readable for a page's script unless they are named here. */
export const openHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Date, Retry-After',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const

const jsonHeaders = createHeaderBlock({
  ...openHeaders,
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
})

export function sendResponse(response: ServerResponse, answer: EdgeResponse): void {
  const { status, headerBlock, extraHeaders, body, encoding } = answer
  response.writeHead(status, [...headerBlock.list, ...extraHeaders])
  response.end(body, encoding)
}

/** @param more headers, name, value, name, value */
export function jsonResponse(
  status: number,
  value: unknown,
  more: readonly string[] = [],
): EdgeResponse {
  const body = JSON.stringify(value)
  const extraHeaders = [...more, 'Content-Length', String(Buffer.byteLength(body))]
  return { status, headerBlock: jsonHeaders, extraHeaders, body, encoding: 'utf8' }
}

/** A refusal by its status, with the sentence and the errors by field. */
export function refusalResponse(
  { status, message, details }: Refusal,
  more: readonly string[] = [],
): EdgeResponse {
  const wait = details.retryAfterSeconds ?? (status === 503 ? randomSeconds() : undefined)
  const retry = wait === undefined ? [] : ['Retry-After', String(wait)]
  return jsonResponse(status, { message, errors: details.errors ?? {} }, [...retry, ...more])
}

/** Pages that were refused together don't come back together. R06 (security.md): 1 to 10. */
const randomSeconds = () => 1 + Math.floor(Math.random() * 10)

const preflightHeaders = createHeaderBlock({
  ...openHeaders,
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400',
})

/** To the browser's question whether it may send, for a day. */
export const preflightResponse = (methods: string): EdgeResponse => ({
  status: 204,
  headerBlock: preflightHeaders,
  extraHeaders: ['Access-Control-Allow-Methods', methods],
  body: '',
  encoding: 'latin1',
})
