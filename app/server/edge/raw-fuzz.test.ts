/**
 * Requests with a few bytes wrong: Node's parser reads each one that the raw path accepts as the same
 * single request, wherever the bytes are cut (docs/decisions/0010-raw-read-path.md).
 */
import { createServer, type Server } from 'node:http'
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostile, plain, post } from '#tests/support/raw-requests.ts'
import { readRequest } from './raw-request.ts'

type Understood = { method: string; url: string; rawHeaders: string[]; body: string }

/** The same at each run, so that a failure can be seen again. */
const repeatable = { seed: 20_261_127, numRuns: 4_000 }

test('Node reads each request that the raw path accepts as the same single request', async () => {
  const readByNode = createNodeReader()
  let accepted = 0

  await fc.assert(
    fc.asyncProperty(mutated(), cuts(), async (text, places) => {
      const bytes = Buffer.from(text, 'latin1')
      const ours = readRequest(bytes)
      if (!ours) return
      accepted += 1
      const path = `/api/pixel/${ours.uuid}`
      const expected: Understood = {
        method: ours.body ? 'POST' : 'GET',
        url: ours.body ? `${path}/events` : path,
        rawHeaders: ours.rawHeaders,
        body: ours.body?.toString('latin1') ?? '',
      }
      expect(await readByNode(piecesOf(bytes, places))).toEqual([expected])
    }),
    repeatable,
  )

  // Otherwise nothing was compared.
  expect(accepted).toBeGreaterThan(500)
})

test.each([
  ['a second request', plain() + post('{}')],
  ['the beginning of another', `${plain()}GET `],
  ['the missing end of a body', post('{}').slice(0, -1)],
])('Node’s reader notices %s', async (_what, text) => {
  expect(await createNodeReader()([Buffer.from(text, 'latin1')])).toHaveLength(2)
})

const bases = [
  plain(),
  plain('User-Agent: Mozilla/5.0', 'Accept-Encoding: gzip, deflate, br', 'Connection: keep-alive'),
  plain('If-None-Match: "abc-br5"', 'X-Forwarded-For: 203.0.113.7, 198.51.100.9'),
  post(),
  post('{"events":[{"id":"a"}]}', 'Content-Type: text/plain', 'Origin: https://shop.example'),
  post(plain('X-Smuggled: 1')),
]

/** Pieces that decide where a message ends, or that a parser can mistake for such. */
const fragments = [
  ...[
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    '\n\n',
    ' ',
    '\t',
    '\0',
    '\x0b',
    '\x7f',
    '\x85',
    '\xa0',
    '\xff',
  ],
  ...[':', ': ', ' :', ',', ';', '/', '?', '#', '%00', '%0d%0a', '+', '-', '0', '1', '00', '0x1'],
  ...['HTTP/1.1', 'HTTP/1.0', 'GET ', 'POST ', '/events', 'Host: b\r\n', '\r\n X: y', 'X:y\r\n'],
  ...[
    'Content-Length: 0\r\n',
    'Content-Length: 5\r\n',
    'content-length:2\r\n',
    'Content_Length: 5\r\n',
  ],
  ...['Transfer-Encoding: chunked\r\n', 'transfer-encoding : chunked\r\n', 'TE: trailers\r\n'],
  ...[
    'Connection: close\r\n',
    'Connection: upgrade\r\n',
    'Upgrade: h2c\r\n',
    'Expect: 100-continue\r\n',
  ],
  ...['A: b\r\n', 'X-Y: "\\""\r\n', 'Accept: */*\r\n', plain(), post('{}')],
]

type Change = { at: number; length: number; insert: string }

/** Up to three places of a good request deleted, replaced or added to. */
function mutated(): fc.Arbitrary<string> {
  const inserted = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...fragments) },
    { weight: 2, arbitrary: fc.nat({ max: 255 }).map((byte) => String.fromCharCode(byte)) },
    { weight: 1, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(hostile)) },
  )
  const change: fc.Arbitrary<Change> = fc.record({
    at: fc.nat({ max: 400 }),
    length: fc.oneof(fc.constant(0), fc.nat({ max: 12 })),
    insert: inserted,
  })
  // At the beginning of a line, most fragments are a header.
  const atLine = fc.tuple(fc.nat({ max: 5 }), inserted)
  return fc
    .tuple(
      fc.constantFrom(...bases),
      fc.array(change, { maxLength: 2 }),
      fc.array(atLine, { maxLength: 2 }),
    )
    .map(([base, changes, lines]) => changes.reduce(applyChange, lines.reduce(insertAtLine, base)))
}

function applyChange(text: string, { at, length, insert }: Change): string {
  const place = at % (text.length + 1)
  return text.slice(0, place) + insert + text.slice(place + length)
}

function insertAtLine(text: string, [line, insert]: [number, string]): string {
  const starts = [...text.matchAll(/\r\n/g)].map(({ index }) => index + 2)
  return applyChange(text, { at: starts[line % starts.length] ?? 0, length: 0, insert })
}

const cuts = () => fc.array(fc.nat({ max: 1_000 }), { maxLength: 5 })

function piecesOf(bytes: Buffer, cut: readonly number[]): Buffer[] {
  const places = [0, ...cut.map((one) => one % (bytes.length + 1)), bytes.length]
  places.sort((one, other) => one - other)
  return places.slice(1).map((place, at) => bytes.subarray(places[at], place))
}

/**
 * Node's server on a connection in memory. Resolves with the requests that it read, and the errors that
 * it found, when the connection is over.
 */
function createNodeReader() {
  let read: (Understood | { refused: string })[] = []
  const server: Server = createServer((request, response) => {
    const { method = '', url = '', rawHeaders } = request
    const understood = { method, url, rawHeaders, body: '' }
    read.push(understood)
    request.setEncoding('latin1').on('data', (piece) => (understood.body += String(piece)))
    request.on('error', () => undefined).on('end', () => response.end())
  })
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    read.push({ refused: error.code ?? error.message })
    socket.destroy()
  })

  return async (pieces: readonly Buffer[]) => {
    read = []
    const connection = new Duplex({
      read: () => undefined,
      write(_chunk, _encoding, done) {
        done()
      },
    })
    const isOver = new Promise((resolve) => connection.once('close', resolve))
    server.emit('connection', connection)
    for (const piece of pieces) if (piece.length > 0) connection.push(piece)
    connection.push(null)
    await isOver
    return read
  }
}
