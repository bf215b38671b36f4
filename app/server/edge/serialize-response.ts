/** Serializes a response into the same bytes that Node would send. */
import { STATUS_CODES } from 'node:http'
import type { EdgeResponse } from './edge-response.server.ts'
import { headerLines } from './header-block.ts'

/** @param keepMillis how long the connection stays open for another request; null: it closes */
export function serializeResponse(
  { status, headerBlock, extraHeaders, body }: EdgeResponse,
  keepMillis: number | null,
): string {
  const kept =
    keepMillis === null
      ? 'Connection: close\r\n\r\n'
      : `Connection: keep-alive\r\nKeep-Alive: timeout=${String(Math.floor(keepMillis / 1000))}\r\n\r\n`
  return (
    statusLine(status) + headerBlock.text + headerLines(extraHeaders) + dateLine() + kept + body
  )
}

const statusLine = (status: number) =>
  `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? 'Unknown'}\r\n`

let line = ''
let lineUntil = 0

/** RFC 9110 6.6.1, rebuilt once a second. */
function dateLine(): string {
  const now = Date.now()
  // The clock may also have been set back.
  if (now >= lineUntil || now < lineUntil - 1_000) {
    line = `Date: ${new Date(now).toUTCString()}\r\n`
    lineUntil = now - (now % 1_000) + 1_000
  }
  return line
}
