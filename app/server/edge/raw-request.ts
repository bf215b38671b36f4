/**
 * The two requests that are read without Node's parser, as every page sends them: the question for a
 * payload and the report of events, each whole in one chunk. What is not known to be exactly this is
 * left to Node, so that nothing is ever read in a way of our own
 * (docs/decisions/0010-raw-read-path.md).
 */

export type RawRequest = {
  uuid: string
  /** Name, value, name, value, as Node lists them. */
  rawHeaders: string[]
  /** Of a report; null for a question. */
  body: Buffer | null
}

/** Browsers' heads have 400 to 900 bytes. */
const maxHeadBytes = 4 * 1024
const emptyLine = '\r\n\r\n'
const uuidLength = 36

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Names of letters, digits and hyphens; one space; visible ASCII and spaces, a visible one first. */
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

/** What frames a message in another way than by its length, or makes it more than a request. */
const leftToNode = new Set([
  'expect',
  'http2-settings',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Of the names that matter here: the others need not be brought into small letters. */
const lengths = new Set(
  ['host', 'content-length', 'connection', ...leftToNode].map(({ length }) => length),
)

/** As everybody writes it: no sign, no zero before it, no list. */
const plainLength = /^(?:0|[1-9][0-9]{0,8})$/

/** @returns null for everything but one whole request from its first to its last byte */
export function readRequest(chunk: Buffer): RawRequest | null {
  const isRead = chunk[0] === letterG
  if (!isRead && chunk[0] !== letterP) return null
  const end = chunk.indexOf(emptyLine)
  if (end === -1 || end > maxHeadBytes) return null
  const text = chunk.toString('latin1', 0, end + 2)
  const { head, uuidAt } = isRead ? read : report
  // Node takes spaces off a value's end.
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
    // A copy of its own: V8 keeps the whole head alive with a part of it.
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

/** What says where the message ends. Null when that is for Node to find out. */
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
