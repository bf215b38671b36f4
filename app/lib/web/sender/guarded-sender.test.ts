import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createGuardedSender, type SentRequest } from './guarded-sender.server.ts'

const request: SentRequest = { headers: { TTL: '1' }, body: Buffer.from('text'), maxMillis: 2_000 }

async function startServer() {
  const sockets = new Set<unknown>()
  const seen: string[] = []
  const server = createServer((incoming, response) => {
    seen.push(incoming.url ?? '')
    if (incoming.url === '/redirect') response.writeHead(307, { Location: '/elsewhere' }).end()
    else if (incoming.url === '/busy') response.writeHead(429, { 'Retry-After': '7' }).end('x')
    else if (incoming.url !== '/silent') response.writeHead(201).end()
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${String(port)}`, port, sockets, seen }
}

test('answers come over connections that stay open, and redirects aren’t followed', async () => {
  const { origin, sockets, seen } = await startServer()
  const send = createGuardedSender({ doubles: [origin] })

  const answers = []
  for (const path of ['/a', '/redirect', '/busy']) answers.push(await send(origin + path, request))

  expect(answers).toEqual([
    { status: 201, phrase: 'Created', retryAfter: null },
    { status: 307, phrase: 'Temporary Redirect', retryAfter: null },
    { status: 429, phrase: 'Too Many Requests', retryAfter: '7' },
  ])
  expect(seen).toEqual(['/a', '/redirect', '/busy'])
  expect(sockets.size).toBe(1)
})

test.each([
  ['http', 'http://push.example/x'],
  ['another port', 'https://push.example:8443/x'],
  ['a private address', 'https://10.1.2.3/x'],
  ['this machine', 'https://127.0.0.1/x'],
  ['this machine in IPv6', 'https://[::1]/x'],
  ['a login', 'https://a:b@push.example/x'],
  ['no URL', 'push'],
])('%s is refused', async (_name, address) => {
  const send = createGuardedSender()

  await expect(send(address, request)).rejects.toMatchObject({ why: 'address' })
})

test.each([
  [['192.168.1.9']],
  // One of them is enough.
  [['93.184.216.34', '127.0.0.1']],
  [['::ffff:10.0.0.1']],
])('a name that resolves to %j is refused', async (addresses) => {
  const resolve = () =>
    Promise.resolve(
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  const send = createGuardedSender({ resolve })

  await expect(send('https://push.example/x', request)).rejects.toMatchObject({ why: 'address' })
})

test('without an answer it ends in time', async () => {
  const { origin } = await startServer()
  const send = createGuardedSender({ doubles: [origin] })

  await expect(send(`${origin}/silent`, { ...request, maxMillis: 60 })).rejects.toMatchObject({
    why: 'time',
  })
})
