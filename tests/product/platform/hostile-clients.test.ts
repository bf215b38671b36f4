/** Clients that send without end, or never read: what they may cost, and what others get meanwhile. */
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { changePasskeyInput } from '#app/domain/accounts/passkeys/passkey.ts'
import { registerInput } from '#app/domain/accounts/account.ts'
import { createSiteInput } from '#app/domain/sites/site.ts'
import { verifyPixel } from '#app/domain/sites/verify-pixel.server.ts'
import { createTeamInput } from '#app/domain/teams/team.ts'
import { abilities, createTokenInput } from '#app/domain/tokens/token.ts'
import { connectionLimits } from '#app/server/connections.server.ts'
import { serve, type ServedParts } from '../../support/serve.ts'
import { createWorld } from '../../support/world.ts'

const large = 20 * 1024 * 1024

/** The product, with a page larger than a socket's buffer. */
async function serveWorld(limits: ServedParts['limits'] = {}) {
  const world = await createWorld()
  const around: ServedParts['around'] = (pages) => (request, context) =>
    new URL(request.url).pathname === '/large'
      ? Promise.resolve(new Response(Buffer.alloc(large, 'a')))
      : pages(request, context)
  return { world, ...(await serve(world.services, { around, limits })) }
}

/** A connection as bytes. Reads only what `read` waits for. */
function open(baseUrl: string) {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  onTestFinished(() => {
    socket.destroy()
  })
  return {
    socket,
    send: (text: string) => socket.write(text),
    /** Everything until the server ends the connection. */
    readAll: async () => {
      let text = ''
      socket.setEncoding('latin1').on('data', (piece) => (text += String(piece)))
      await new Promise((resolve) => socket.once('close', resolve))
      return text
    },
    /** The status of the next response. */
    status: async () => {
      const [head] = (await new Promise<Buffer[]>((resolve) => {
        socket.once('data', (piece: Buffer) => {
          resolve([piece])
        })
      })) as [Buffer]
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(head.toString('latin1'))?.[1])
    },
  }
}

const request = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: footfall.test', ...headers, '', ''].join('\r\n')

const countResponses = (text: string) => text.split('HTTP/1.1 ').length - 1

test.each(['/api/pixel/{uuid}', '/auth/login', '/health/live'])(
  'hundreds of requests in one packet for %s end the connection after a few',
  async (path) => {
    const { world, baseUrl } = await serveWorld()
    const { uuid } = await world.site()
    const client = open(baseUrl)

    client.send(
      request('GET', path.replace('{uuid}', uuid), 'Accept-Encoding: identity').repeat(650),
    )

    expect(countResponses(await client.readAll())).toBeLessThanOrEqual(
      connectionLimits.maxPipelined,
    )
  },
)

test('a connection that reads its responses is kept for any number of requests', async () => {
  const { world, baseUrl } = await serveWorld()
  const { uuid } = await world.site()
  const client = open(baseUrl)

  for (let turn = 0; turn < 30; turn++) {
    client.send(request('GET', turn % 2 ? '/health/live' : `/api/pixel/${uuid}`))
    expect(await client.status()).toBe(200)
  }
})

test('who takes nothing of a response is disconnected', async () => {
  const { baseUrl, countConnections } = await serveWorld({ maxStalledMillis: 300 })
  const client = open(baseUrl)
  client.socket.pause()

  client.send(request('GET', '/large'))

  await expect.poll(countConnections).toBe(1)
  await expect.poll(countConnections).toBe(0)
})

test('while too much waits to be read, others are answered', async () => {
  const { fetch, baseUrl, countConnections } = await serveWorld({ maxUnreadBytes: 1024 * 1024 })
  for (let turn = 0; turn < 5; turn++) {
    const client = open(baseUrl)
    client.socket.pause()
    client.send(request('GET', '/large'))
  }

  const page = await fetch('/auth/login')
  await page.text()

  expect(page.status).toBe(200)
  // The page's connection is left.
  await expect.poll(countConnections).toBeLessThanOrEqual(1)
})

test('nothing of a picture is read of someone who isn’t logged in', async () => {
  const { baseUrl } = await serveWorld()
  const client = open(baseUrl)

  client.send(
    request(
      'POST',
      '/account/photo',
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${String(5 * 1024 * 1024)}`,
    ),
  )

  expect(await client.status()).toBe(302)
})

test('bodies that arrive together leave room for others, and are given up beyond it', async () => {
  const { world, fetch, baseUrl } = await serveWorld({ maxBodyBytes: 100_000 })
  const form = 'Content-Type: application/x-www-form-urlencoded'
  const client = open(baseUrl)

  client.send(request('POST', '/auth/login', form, 'Content-Length: 200000') + 'a'.repeat(80_000))

  expect(await client.status()).toBe(503)
  client.socket.destroy()
  const ann = await world.user({ email: 'ann@shop.example' })
  const login = await fetch('/auth/login', {
    method: 'POST',
    body: new URLSearchParams({ email: ann.email, password: ann.password }),
  })
  expect(login.status).toBe(302)
})

test('an upload that its sender gives up is no fault of ours', async () => {
  const { world, baseUrl, countConnections } = await serveWorld()
  const { cookie } = (await world.site()).owner
  const client = open(baseUrl)
  const headers = [`Cookie: ${cookie}`, 'Content-Type: multipart/form-data; boundary=x']

  client.send(`${request('POST', '/account/photo', ...headers, 'Content-Length: 90000')}--x`)
  await expect.poll(countConnections).toBe(1)
  client.socket.destroy()

  await expect.poll(countConnections).toBe(0)
  // The world of a test ends with the check that no error was logged.
})

test.each(['text/plain', 'application/json', 'application/x-www-form-urlencodedness'])(
  'a form is not sent as %s',
  async (type) => {
    const { fetch } = await serveWorld()

    const answer = await fetch('/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: 'email=ann@shop.example',
    })

    expect(answer.status).toBe(415)
  },
)

test.each(['/%5c', '/%09/javascript:x', '/%00', '/%ff', '/%2f%2fevil.example', '/.%2e/x'])(
  '%s is not found',
  async (path) => {
    const { fetch } = await serveWorld()

    expect((await fetch(path)).status).toBe(404)
  },
)

test('a path of more segments than any of ours is not looked up', async () => {
  const { fetch } = await serveWorld()
  const deep = '/a'.repeat(33)

  for (const path of [deep, `${deep}?p=1`, `/__manifest?p=${encodeURIComponent(deep)}&version=1`]) {
    expect([path, (await fetch(path)).status]).toEqual([path, 414])
  }
  expect((await fetch('/a'.repeat(32))).status).toBe(404)
  expect((await fetch(`/auth/login?to=${deep}`)).status).toBe(200)
})

test('metrics are for this machine, or for whoever has the token', async () => {
  const { world, fetch } = await serveWorld()
  const metricsToken = 'a-token-of-this-machine'
  const { services } = world
  const guarded = await serve({ ...services, config: { ...services.config, metricsToken } })
  const withToken = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

  expect((await fetch('/metrics')).status).toBe(200)
  expect((await fetch('/metrics', { headers: { 'X-Forwarded-For': '::1' } })).status).toBe(404)
  expect((await guarded.fetch('/metrics')).status).toBe(404)
  expect((await guarded.fetch('/metrics', withToken('another-token-of-it'))).status).toBe(404)
  expect((await guarded.fetch('/metrics', withToken(metricsToken))).status).toBe(200)
  expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN')
})

const names: [string, (name: string) => { success: boolean }][] = [
  ['a person', (name) => registerInput.shape.name.safeParse(name)],
  ['a site', (name) => createSiteInput.safeParse({ name, url: 'https://shop.example' })],
  ['an organization', (name) => createTeamInput.safeParse({ name })],
  ['a token', (name) => createTokenInput.safeParse({ name, abilities: [...abilities] })],
  ['a passkey', (name) => changePasskeyInput.safeParse({ intent: 'rename', id: 1, name })],
]

test.each(names)('no name of %s contains what the database refuses', (_whose, read) => {
  expect(read('Ann').success).toBe(true)
  for (const name of ['a\0b', '\0', 'a\ud800b', '\udfff', 'a\nb']) {
    expect(read(name).success).toBe(false)
  }
})

test('attempts from a network of IPv6 count together, whichever of its addresses they come from', async () => {
  const { services } = await createWorld()
  const attempt = (address: string) =>
    services.security.rateLimits.consume('emergency', `account of ${address}`, address)
  const countAllowed = async (addresses: readonly string[]) => {
    let allowed = 0
    for (const address of addresses) {
      const isAllowed = await attempt(address).then(
        () => true,
        () => false,
      )
      if (isAllowed) allowed += 1
    }
    return allowed
  }
  const numbers = Array.from({ length: 130 }, (_value, number) => number.toString(16))

  expect(await countAllowed(numbers.map((host) => `2001:db8:1:1::${host}`))).toBe(30)
  expect(await countAllowed(numbers.map((net) => `2001:db8:2:${net}::1`))).toBe(120)
  expect(await countAllowed(['2001:db8:3::1', '203.0.113.7'])).toBe(2)
})

test.each(['/\t/evil.example/', '//evil.example/', '/\n/evil.example/'])(
  'the pixel is never looked for on another host: %j',
  async (path) => {
    const world = await createWorld()
    const { uuid, url } = await world.site()
    const asker = { account: 'ann@shop.example', address: '203.0.113.7' }

    await expect(
      verifyPixel(world.services, { site: { url, uuid }, asker }, path),
    ).rejects.toMatchObject({ code: 'invalid' })
  },
)
