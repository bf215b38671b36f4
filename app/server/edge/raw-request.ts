/**
 * Parses the two requests that bypass Node's parser, exactly as pages send them: reading the
 * payload and reporting events, each in a single chunk. Everything else is left to Node, so that no
 * message is ever interpreted differently (docs/decisions/0010-raw-read-path.md).
 */

export type RawRequest = {
  uuid: string
  /** Name, value, name, value, as Node lists them. */
  rawHeaders: string[]
  /** For a report. Null when reading the payload. */
  body: Buffer | null
}

/** Request heads of browsers have 400 to 900 bytes. */
const maxHeadBytes = 4 * 1024
const emptyLine = '\r\n\r\n'
const uuidLength = 36

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/**
 * Names of letters, digits and hyphens; one space; visible ASCII and spaces, starting with a
 * visible one.
 */
const fields = String.raw`(?:[A-Za-z0-9-]+: [\x21-\x7e][\x20-\x7e]*\r\n)+`

type Form = { head: RegExp; uuidAt: number }

const read: Form = {
  head: new RegExp(String.raw`^GET /api/pixel/${uuid} HTTP/1\.1\r\n${fields}$`),
  uuidAt: 'GET /api/pixel/'.length,
}
const report: Form = {
  head: new RegExp(String.raw`^POST /api/pixel/${uuid}/events HTTP/1\.1\r\n${fields}$`),
  uuidAt: 'POST /api/pixel/'.length,
}
const letterG = 71
const letterP = 80

/** Headers that frame a message other than by its length, or make it more than a request. */
const leftToNode = new Set([
  'expect',
  'http2-settings',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Lengths of the relevant names, so that others needn't be lower-cased. */
const lengths = new Set(
  ['host', 'content-length', 'connection', ...leftToNode].map(({ length }) => length),
)

/** No sign, no leading zero, no list. */
const plainLength = /^(?:0|[1-9][0-9]{0,8})$/

/** @returns null for everything except exactly one whole request */
export function readRequest(chunk: Buffer): RawRequest | null {
  const isRead = chunk[0] === letterG
  if (!isRead && chunk[0] !== letterP) return null
  const end = chunk.indexOf(emptyLine)
  if (end === -1 || end > maxHeadBytes) return null
  const text = chunk.toString('latin1', 0, end + 2)
  const { head, uuidAt } = isRead ? read : report
  // Node trims trailing spaces of a value.
  if (!head.test(text) || text.includes(' \r\n')) return null

  const rawHeaders = fieldsOf(text)
  const framing = framingOf(rawHeaders)
  if (!framing) return null
  const bodyAt = end + emptyLine.length
  const bodyLength = String(chunk.length - bodyAt)
  const isWhole = isRead
    ? framing.length === undefined && bodyLength === '0'
    : framing.length === bodyLength
  if (!isWhole) return null
  return {
    // Copied, because V8 keeps the whole head alive as long as a substring of it.
    uuid: chunk.toString('latin1', uuidAt, uuidAt + uuidLength),
    rawHeaders,
    body: isRead ? null : chunk.subarray(bodyAt),
  }
}

function fieldsOf(text: string): string[] {
  const list: string[] = []
  let at = text.indexOf('\r\n') + 2
  while (at < text.length) {
    const colon = text.indexOf(':', at)
    const end = text.indexOf('\r\n', colon)
    list.push(text.slice(at, colon), text.slice(colon + 2, end))
    at = end + 2
  }
  return list
}

/** Content length, as far as it is stated. Null when the message's end is for Node to find. */
function framingOf(rawHeaders: readonly string[]): { length: string | undefined } | null {
  let hosts = 0
  let length: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] ?? ''
    if (!lengths.has(given.length)) continue
    const name = given.toLowerCase()
    const value = rawHeaders[at + 1] ?? ''
    if (name === 'host') hosts += 1
    else if (name === 'content-length') {
      if (length !== undefined || !plainLength.test(value)) return null
      length = value
    } else if (name === 'connection') {
      if (value.toLowerCase() !== 'keep-alive') return null
    } else if (leftToNode.has(name)) return null
  }
  return hosts === 1 ? { length } : null
}
