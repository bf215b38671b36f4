import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createGuardedFetch } from './guarded-fetch.server.ts'
import { NotFetched, type Internet } from './guarded-opener.server.ts'

const limits = { maxBytes: 1_000, maxMillis: 10_000, accept: 'image/*' }

/** A server on the loopback address, and the number of its requests. */
async function serve(listener: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host ?? ''}${request.url ?? ''}`)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  )
  return { port: (server.address() as AddressInfo).port, asked }
}

/** The loopback address plays a public one, and `inner.example` one that must not be reached. */
const internetAt = (port: number): Partial<Internet> => ({
  ports: [port],
  resolve: (name) => {
    const address = name === 'inner.example' ? '127.0.0.2' : '127.0.0.1'
    return Promise.resolve([{ address, family: 4 }])
  },
  isAllowed: (address) => address === '127.0.0.1',
})

const whyNot = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => 'fetched',
    (reason: unknown) => reason,
  )
  return error instanceof NotFetched ? error.why : error
}

test('a public address is fetched, by its own name and without any of ours', async () => {
  let headers: unknown
  const { port, asked } = await serve((request, response) => {
    headers = request.headers
    response.end('bytes')
  })
  const fetch = createGuardedFetch(internetAt(port))

  const bytes = await fetch(`http://shop.example:${String(port)}/a.png?b=1#c`, limits)

  expect(bytes.toString()).toBe('bytes')
  expect(asked).toEqual([`shop.example:${String(port)}/a.png?b=1`])
  expect(headers).toEqual({
    host: `shop.example:${String(port)}`,
    accept: 'image/*',
    'accept-encoding': 'identity',
    'user-agent': 'Footfall',
    connection: expect.any(String) as string,
  })
})

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://0x7f.0.0.1/',
  'http://0.0.0.0/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::a00:5]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.5/',
  'http://localhost/',
  'file:///etc/passwd',
  'gopher://shop.example/',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'http://user@shop.example/',
  'http://user:word@shop.example/',
  'http://shop.example:3000/',
  'https://shop.example:22/',
  'httpx://shop.example/',
  '/own/path',
  '',
])('%s is refused before anything is asked', async (address) => {
  let asked = 0
  const fetch = createGuardedFetch({
    resolve: (name) => {
      asked += 1
      return Promise.resolve([
        { address: name === 'localhost' ? '127.0.0.1' : '8.8.8.8', family: 4 },
      ])
    },
  })

  expect(await whyNot(fetch(address, limits))).toBe('address')

  expect(asked).toBe(address.includes('localhost') ? 1 : 0)
})

test('a name with one inner address among public ones is refused', async () => {
  const fetch = createGuardedFetch({
    resolve: () =>
      Promise.resolve([
        { address: '8.8.8.8', family: 4 },
        { address: '10.0.0.5', family: 4 },
      ]),
  })

  expect(await whyNot(fetch('http://shop.example/', limits))).toBe('address')
})

test('a name that answers another address the second time is asked once', async () => {
  const { port, asked } = await serve((_request, response) => response.end('bytes'))
  let resolved = 0
  const fetch = createGuardedFetch({
    ...internetAt(port),
    resolve: () => {
      resolved += 1
      return Promise.resolve([{ address: resolved === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }])
    },
  })

  await fetch(`http://rebinding.example:${String(port)}/`, limits)

  expect([resolved, asked.length]).toEqual([1, 1])
})

test.each([
  ['http://inner.example', 'address'],
  ['http://127.0.0.2', 'address'],
  ['file:///etc/passwd', 'redirects'],
  ['http://user@shop.example', 'redirects'],
  ['http://[', 'redirects'],
])('a redirect to %s is not followed', async (target, why) => {
  const { port, asked } = await serve((_request, response) => {
    const where = target.startsWith('http') ? `${target}:${String(port)}/secret` : target
    response.writeHead(302, { Location: where }).end()
  })
  const fetch = createGuardedFetch(internetAt(port))

  expect(await whyNot(fetch(`http://shop.example:${String(port)}/`, limits))).toBe(why)

  expect(asked).toHaveLength(1)
})

test('three redirects are followed, a fourth is not', async () => {
  const { port, asked } = await serve((request, response) => {
    const left = Number((request.url ?? '').slice(1))
    if (left === 0) response.end('there')
    else response.writeHead(307, { Location: `/${String(left - 1)}` }).end()
  })
  const fetch = createGuardedFetch(internetAt(port))
  const at = (left: number) => fetch(`http://shop.example:${String(port)}/${String(left)}`, limits)

  expect((await at(3)).toString()).toBe('there')
  expect(await whyNot(at(4))).toBe('redirects')

  expect(asked).toHaveLength(8)
})

test.each([
  ['told beforehand', { 'Content-Length': '1001' }],
  ['found while reading', {}],
])('a body over the limit is refused, %s', async (_when, headers) => {
  const { port } = await serve((_request, response) => {
    response.writeHead(200, headers)
    response.write(Buffer.alloc(600))
    response.end(Buffer.alloc(401))
  })
  const fetch = createGuardedFetch(internetAt(port))

  expect(await whyNot(fetch(`http://shop.example:${String(port)}/`, limits))).toBe('size')
})

test.each([
  ['a body that never ends', {}],
  ['a body that says how long it is', { 'Content-Length': String(50_000_000) }],
])('where its beginning is enough, %s is read up to the limit', async (_name, headers) => {
  let hasClosed = (): void => undefined
  const closed = new Promise<void>((resolve) => (hasClosed = resolve))
  const { port } = await serve((_request, response) => {
    response.writeHead(200, headers)
    const write = () => {
      while (response.write('b'.repeat(400)));
    }
    response.on('drain', write).on('close', hasClosed)
    write()
  })
  const fetch = createGuardedFetch(internetAt(port))

  const body = await fetch(`http://shop.example:${String(port)}/`, { ...limits, isCut: true })

  expect(body.toString()).toBe('b'.repeat(1_000))
  await closed
})

test('a body at the limit is taken', async () => {
  const { port } = await serve((_request, response) => response.end(Buffer.alloc(1_000)))
  const fetch = createGuardedFetch(internetAt(port))

  expect(await fetch(`http://shop.example:${String(port)}/`, limits)).toHaveLength(1_000)
})

test.each([
  ['an error', 500, {}],
  ['nothing', 204, {}],
  ['a packed body', 200, { 'Content-Encoding': 'gzip' }],
])('%s is no answer', async (_what, status, headers) => {
  const { port } = await serve((_request, response) => response.writeHead(status, headers).end())
  const fetch = createGuardedFetch(internetAt(port))

  expect(await whyNot(fetch(`http://shop.example:${String(port)}/`, limits))).toBe('answer')
})

test.each([
  ['a server that says nothing', true],
  ['a name that is never resolved', false],
])('%s ends with the time', async (_what, isResolved) => {
  const { port } = await serve(() => undefined)
  const fetch = createGuardedFetch({
    ...internetAt(port),
    ...(isResolved ? {} : { resolve: () => new Promise(() => undefined) }),
  })
  const quick = { ...limits, maxMillis: 200 }

  expect(await whyNot(fetch(`http://shop.example:${String(port)}/`, quick))).toBe('time')
})

test('a server that is away is reported as that, without its words', async () => {
  const { port } = await serve((request) => request.socket.destroy())
  const fetch = createGuardedFetch(internetAt(port))

  const attempt = fetch(`http://shop.example:${String(port)}/`, limits)

  await expect(attempt).rejects.toThrow('An outside address was not fetched: connection.')
})
