/** Compares the raw path with Node's parser: both must send the same bytes for any input. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { converse, listenInTest } from '#tests/support/byte-conversation.ts'
import { hostile, plain, post } from '#tests/support/raw-requests.ts'
import { jsonResponse, sendResponse, type EdgeResponse } from './edge-response.server.ts'
import { createRawConnections } from './raw-connections.server.ts'
import type { RawRequest } from './raw-request.ts'

const sitePath = /^\/api\/pixel\/([0-9a-f-]{36})$/

type Understood = { method: string; url: string; rawHeaders: string[] }

/** Echoes the parsed request, so that both parsers can be compared. */
const echo = (what: Understood) => jsonResponse(what.rawHeaders.length === 2 ? 404 : 200, what)

async function listenBoth() {
  const understood: Record<'raw' | 'node', Understood[]> = { raw: [], node: [] }
  let takenRaw = 0

  const handlerOf =
    (side: 'raw' | 'node') => (request: IncomingMessage, response: ServerResponse) => {
      const { method = '', url = '', rawHeaders } = request
      understood[side].push({ method, url, rawHeaders })
      if (sitePath.test(url) && method === 'GET') {
        sendResponse(response, echo({ method, url, rawHeaders }))
        return
      }
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        sendResponse(
          response,
          jsonResponse(200, { body: Buffer.concat(chunks).toString('latin1') }),
        )
      })
    }
  const answer = ({ rawHeaders, uuid, body }: RawRequest): EdgeResponse => {
    takenRaw += 1
    const url = `/api/pixel/${uuid}${body ? '/events' : ''}`
    const what = { method: body ? 'POST' : 'GET', url, rawHeaders: [...rawHeaders] }
    understood.raw.push(what)
    return body ? jsonResponse(200, { body: body.toString('latin1') }) : echo(what)
  }

  const connections = createRawConnections({
    maxStalledMillis: 30_000,
    answer,
    failure: () => jsonResponse(500, {}),
  })
  const rawServer = createServer(handlerOf('raw')).on('upgrade', refuseUpgrade)
  connections.attach(rawServer)
  const raw = await listenInTest(rawServer, connections.cut)
  const node = await listenInTest(createServer(handlerOf('node')).on('upgrade', refuseUpgrade))
  return {
    /** The responses of both, and the requests that they parsed. */
    compare: async (chunks: readonly string[]) => {
      understood.raw = []
      understood.node = []
      const bytes = chunks.map((chunk) => Buffer.from(chunk, 'latin1'))
      const [ours, theirs] = await Promise.all([converse(raw, bytes), converse(node, bytes)])
      return { ours, theirs, understood }
    },
    takenRaw: () => takenRaw,
  }
}

const refuseUpgrade = (_request: unknown, socket: Duplex) =>
  socket.end('HTTP/1.1 426 Upgrade Required\r\nContent-Length: 0\r\n\r\n')

const browserLike = plain(
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0',
  'Accept: */*',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'If-None-Match: "abc-br5"',
  'Connection: keep-alive',
)

test('plain requests are answered on the socket, with the bytes that Node would send', async () => {
  const { compare, takenRaw } = await listenBoth()

  const { ours, theirs } = await compare([plain(), browserLike, plain('Cookie: a=b'), browserLike])

  expect(ours).toBe(theirs)
  expect(ours.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(3)
  expect(ours).toContain('HTTP/1.1 404 Not Found\r\n')
  expect(takenRaw()).toBe(4)
})

test.each(Object.entries(hostile))(
  '%s gets the bytes that Node would send, first and after a plain question',
  async (_what, bytes) => {
    const { compare, takenRaw } = await listenBoth()

    const first = await compare([bytes, plain(), post()])
    const after = await compare([browserLike, bytes, plain(), post()])

    expect(first.ours).toBe(first.theirs)
    expect(after.ours).toBe(after.theirs)
    expect(takenRaw()).toBe(1)
  },
)

test('a question in two pieces is Node’s, wherever it is cut, and so is all that follows', async () => {
  const { compare, takenRaw } = await listenBoth()
  const whole = plain('Accept-Encoding: br')

  for (let at = 1; at < whole.length; at += 1) {
    const chunks = [whole.slice(0, at), whole.slice(at), post(), whole]
    const { ours, theirs } = await compare(chunks)
    expect(ours, `cut at ${String(at)}`).toBe(theirs)
  }

  expect(takenRaw()).toBe(0)
})

test('a report after a plain question keeps its body, wherever it is cut', async () => {
  const { compare, takenRaw } = await listenBoth()
  const body = plain('X-Smuggled: 1')
  const report = post(body)

  for (let at = 1; at <= report.length; at += 1) {
    const chunks = [browserLike, report.slice(0, at), report.slice(at), plain()]
    const { ours, theirs } = await compare(chunks)
    expect(ours, `cut at ${String(at)}`).toBe(theirs)
    expect(ours).toContain(JSON.stringify(body).slice(1, -1))
  }

  // A whole request is accepted, and so is the next one.
  expect(takenRaw()).toBe(report.length + 2)
})

/** The same requests at each run, so that a failure can be seen again. */
const seed = 20_261_127

const known = fc.constantFrom(plain(), browserLike, plain('Accept: */*'), post())
const withHeaders = fc
  .array(fc.tuple(headerName(), fc.string({ maxLength: 12 })), { maxLength: 4 })
  .map((headers) => plain(...headers.map(([name, value]) => `${name}: ${value}`)))

test('any sequence of requests and reports gets the same answers both ways', async () => {
  const { compare, takenRaw } = await listenBoth()
  const asked = fc.array(fc.oneof(known, withHeaders), { minLength: 1, maxLength: 6 })

  await fc.assert(
    fc.asyncProperty(asked, async (requests) => {
      const { ours, theirs } = await compare(requests)
      expect(ours).toBe(theirs)
    }),
    { seed, numRuns: 200 },
  )
  expect(takenRaw()).toBeGreaterThan(100)
})

/**
 * Compares the parsed requests, not the responses: for requests in the same chunk before an invalid
 * one, Node drops responses or not, depending on the order of its events.
 */
test('in whichever pieces it comes, both ways take it for the same requests', async () => {
  const { compare, takenRaw } = await listenBoth()
  const odd = fc.constantFrom(...Object.values(hostile))
  const requests = fc.array(
    fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: odd }, withHeaders),
    { minLength: 1, maxLength: 5 },
  )
  const cuts = fc.array(fc.nat({ max: 1_500 }), { maxLength: 4 })

  await fc.assert(
    fc.asyncProperty(requests, cuts, async (asked, places) => {
      const [first = '', ...rest] = asked
      const { understood } = await compare([first, ...cutAt(rest.join(''), places)])
      expect(understood.raw).toEqual(understood.node)
    }),
    { seed, numRuns: 300 },
  )
  expect(takenRaw()).toBeGreaterThan(100)
})

function headerName() {
  return fc.oneof(
    fc.constantFrom('Host', 'Content-Length', 'Transfer-Encoding', 'Connection', 'TE', 'Expect'),
    fc.constantFrom('Accept', 'Accept-Encoding', 'If-None-Match', 'X-Forwarded-For', 'Cookie'),
    fc.string({ minLength: 1, maxLength: 6 }),
  )
}

function cutAt(text: string, cuts: readonly number[]): string[] {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length]
  places.sort((one, other) => one - other)
  return places.slice(1).map((place, at) => text.slice(places[at], place))
}
