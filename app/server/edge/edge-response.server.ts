/** The format of all responses of the public edge: readable from any origin, without cookies. */
import type { ServerResponse } from 'node:http'
import type { Refusal } from '#app/lib/errors.ts'

/** Headers that many responses share, prebuilt in the two forms in which they are written. */
export type HeaderBlock = {
  /** Name, value, name, value, as Node accepts them. */
  list: readonly string[]
  /** As sent over the wire, each line with its end. */
  text: string
}

export function createHeaderBlock(headers: Record<string, string>): HeaderBlock {
  const list = Object.entries(headers).flat()
  return { list, text: headerLines(list) }
}

/** @param list name, value, name, value */
export function headerLines(list: readonly string[]): string {
  let lines = ''
  for (let at = 0; at < list.length; at += 2) {
    lines += `${list[at] ?? ''}: ${list[at + 1] ?? ''}\r\n`
  }
  return lines
}

/**
 * A response, before it is written by Node or to the raw socket
 * (docs/decisions/0010-raw-read-path.md).
 */
export type EdgeResponse = {
  status: number
  /** Headers shared with other responses. */
  headerBlock: HeaderBlock
  /** Headers of this response only: name, value, name, value. */
  extraHeaders: readonly string[]
  body: string
  /** latin1 when each character of the body is one byte. */
  encoding: 'latin1' | 'utf8'
}

/** Scripts can read `Retry-After` and `Date` only when they are listed here. */
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

/** A refusal with its status, message and errors by field. */
export function refusalResponse(
  { status, message, details }: Refusal,
  more: readonly string[] = [],
): EdgeResponse {
  const wait = details.retryAfterSeconds ?? (status === 503 ? randomSeconds() : undefined)
  const retry = wait === undefined ? [] : ['Retry-After', String(wait)]
  return jsonResponse(status, { message, errors: details.errors ?? {} }, [...retry, ...more])
}

/** 1 to 10 seconds at random, so that pages refused together don't retry together. */
const randomSeconds = () => 1 + Math.floor(Math.random() * 10)

/**
 * Pages that trace their requests add headers to ours. Nothing is read of them, so all are allowed;
 * the wildcard leaves out Authorization (Fetch standard, CORS-safelisted request-header). Browsers
 * before 2020 know no wildcard.
 */
const preflightHeaders = createHeaderBlock({
  ...openHeaders,
  'Access-Control-Allow-Headers': '*, Authorization, Content-Type',
  'Access-Control-Max-Age': '86400',
})

/** Allows a preflighted request, for a day. */
export const preflightResponse = (methods: string): EdgeResponse => ({
  status: 204,
  headerBlock: preflightHeaders,
  extraHeaders: ['Access-Control-Allow-Methods', methods],
  body: '',
  encoding: 'latin1',
})
