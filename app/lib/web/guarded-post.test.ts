import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Internet } from './guarded-opener.server.ts'
import { createGuardedPost, type OutsidePost } from './guarded-post.server.ts'

const sent: OutsidePost = { headers: {}, body: '{}', maxMillis: 2_000, maxBytes: 10 }

/** A server on this machine, which counts what reaches it. */
async function serve(listener: RequestListener) {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${String(port)}`, port, asked: () => asked }
}

const resolvesTo = (...addresses: string[]): Partial<Internet> => ({
  resolve: () =>
    Promise.resolve(
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
})

test.each([
  ['this machine', ['127.0.0.1']],
  ['the metadata service', ['169.254.169.254']],
  ['a private network', ['10.0.0.7']],
  ['IPv6 loopback', ['::1']],
  ['IPv4 in IPv6', ['::ffff:127.0.0.1']],
  ['IPv4 in IPv6, as hex', ['::ffff:7f00:1']],
  ['NAT64', ['64:ff9b::7f00:1']],
  ['6to4', ['2002:7f00:1::']],
  ['a unique local address', ['fd00::1']],
  ['a link-local address', ['fe80::1']],
  ['a public one and a private one', ['93.184.216.34', '127.0.0.1']],
])('a name that resolves to %s is not asked', async (_name, addresses) => {
  const { port, asked } = await serve((_request, response) => response.end())
  const post = createGuardedPost({ ...resolvesTo(...addresses), ports: [port] })
  await expect(post(`https://hooks.example:${String(port)}/`, sent)).rejects.toMatchObject({
    why: 'address',
  })
  expect(asked()).toBe(0)
})

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://017700000001/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0.0.0.0/',
  'https://user:password@example.com/',
  'https://example.com:22/',
  'http://example.com/',
  'http://example.com:443/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'no address',
])('%s is not asked', async (address) => {
  const post = createGuardedPost(resolvesTo('93.184.216.34'))
  await expect(post(address, { ...sent, maxMillis: 1 })).rejects.toMatchObject({ why: 'address' })
})

test('a name is resolved once: what it says next has no effect', async () => {
  const { origin, port, asked } = await serve((_request, response) => response.end('ok'))
  const answers = ['192.0.2.1', '127.0.0.1']
  const post = createGuardedPost({
    resolve: () => Promise.resolve([{ address: answers.shift() ?? '', family: 4 }]),
    isAllowed: (address) => address === '192.0.2.1',
    ports: [port],
  })
  const name = `https://hooks.example:${String(port)}/`
  await expect(post(name, { ...sent, maxMillis: 200 })).rejects.toMatchObject({
    name: 'NotFetched',
  })
  await expect(post(name, sent)).rejects.toMatchObject({ why: 'address' })
  expect([asked(), origin.startsWith('http://127')]).toEqual([0, true])
})

test('a double on this machine is asked, its redirect is not followed', async () => {
  const target = await serve((_request, response) => response.end())
  const { origin } = await serve((request, response) => {
    if (request.url === '/ok') response.writeHead(201, { 'Retry-After': '5' }).end('0123456789ab')
    else response.writeHead(302, { Location: target.origin }).end()
  })
  const post = createGuardedPost({ doubles: [origin, target.origin] })
  expect(await post(`${origin}/ok`, sent)).toEqual({
    status: 201,
    retryAfter: '5',
    text: '0123456789',
  })
  await expect(post(`${origin}/moved`, sent)).rejects.toMatchObject({ why: 'redirects' })
  expect(target.asked()).toBe(0)
})

test('a body that breaks off still has its status', async () => {
  const { origin } = await serve((_request, response) => {
    response.writeHead(200, { 'Content-Length': '1000' })
    response.write('part', () => response.socket?.destroy())
  })
  const post = createGuardedPost({ doubles: [origin] })
  expect(await post(origin, sent)).toMatchObject({ status: 200, text: 'part' })
})

test('silence ends after its time, and immediately when the process stops', async () => {
  const { origin } = await serve(() => undefined)
  const post = createGuardedPost({ doubles: [origin] })
  await expect(post(origin, { ...sent, maxMillis: 100 })).rejects.toMatchObject({ why: 'time' })
  const stop = new AbortController()
  const asking = post(origin, { ...sent, maxMillis: 60_000, signal: stop.signal })
  stop.abort()
  await expect(asking).rejects.toMatchObject({ why: 'time' })
})
