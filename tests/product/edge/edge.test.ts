import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { browser, serveEdge, visitEvent, type TestPage } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

async function openSite() {
  const world = await createWorld()
  const site = await world.site()
  const edge = await serveEdge(world.services)
  return { world, site, edge, address: `${edge.baseUrl}/api/pixel/${site.uuid}` }
}

type Raw = { status: number; headers: Record<string, string>; body: Buffer }

/** Node's own client, which unlike fetch neither decodes nor adds headers. */
function ask(address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    request(address, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          body: Buffer.concat(chunks),
        })
      })
    })
      .once('error', reject)
      .end()
  })
}

test('the payload is open to every page and short-lived', async () => {
  const { address } = await openSite()

  const { status, headers, body } = await ask(address, { Origin: 'https://any.example' })

  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Date, Retry-After',
    'cache-control': 'public, max-age=10, stale-while-revalidate=30, stale-if-error=600',
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  })
  expect(headers['set-cookie']).toBeUndefined()
  expect(JSON.parse(body.toString())).toMatchObject({
    version: 1,
    nudges: [],
    options: { timings: { show: 5000, wait: 1000, initial: 0 }, position: 'bottom-left' },
  })
})

test('each coding holds the same text under a separate tag', async () => {
  const { address } = await openSite()

  const plain = await ask(address)
  const brotli = await ask(address, { 'Accept-Encoding': 'gzip, deflate, br' })
  const zipped = await ask(address, { 'Accept-Encoding': 'gzip;q=0.5, br;q=0' })
  const refusing = await ask(address, { 'Accept-Encoding': 'identity, gzip;q=0.0' })

  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.body)).toEqual(plain.body)
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.body)).toEqual(plain.body)
  expect(refusing.headers['content-encoding']).toBeUndefined()
  expect(new Set([plain, brotli, zipped].map(({ headers }) => headers.etag)).size).toBe(3)
})

test('a client that has the text already gets 304 without a body, until it changes', async () => {
  const { world, site, address } = await openSite()
  const first = await ask(address, { 'Accept-Encoding': 'br' })
  const tag = first.headers.etag ?? ''

  const same = await ask(address, { 'If-None-Match': tag, 'Accept-Encoding': 'br' })
  const weak = await ask(address, { 'If-None-Match': `"other", W/${tag}` })
  const other = await ask(address, { 'If-None-Match': '"other"' })
  await world.services.pool.query(
    `update sites set options = '{"maxNudges": 3, "holdout": 0}' where id = ${String(site.scope.siteId)}`,
  )
  world.clock.advance(2_000)
  const changed = await ask(address, { 'If-None-Match': tag, 'Accept-Encoding': 'br' })

  expect([same.status, weak.status, other.status, changed.status]).toEqual([304, 304, 200, 200])
  expect(same.body).toHaveLength(0)
  expect(same.headers).toMatchObject({ etag: tag, 'access-control-allow-origin': '*' })
  expect(same.headers['content-length']).toBeUndefined()
})

test('HEAD answers like GET, without the body', async () => {
  const { address } = await openSite()

  const got = await ask(address)
  const headed = await ask(address, {}, 'HEAD')

  expect(headed.status).toBe(200)
  expect(headed.body).toHaveLength(0)
  expect(headed.headers['content-length']).toBe(String(got.body.length))
})

test('a thousand guessed sites answer alike, and so does everything below the address', async () => {
  const { edge } = await openSite()
  const guesses = Array.from({ length: 1_000 }, () => crypto.randomUUID())
  const paths = [...guesses, 'x', '', 'admin', `${crypto.randomUUID()}/other`, '%00', '__proto__']

  const answers = new Set<string>()
  const guess = async (path: string) => {
    const { status, headers, body } = await ask(`${edge.baseUrl}/api/pixel/${path}`)
    const { date: _date, ...kept } = headers
    answers.add(JSON.stringify([status, kept, body.toString()]))
  }
  // More at the same time wait for each other on a busy machine, and the edge refuses what waits too long.
  while (paths.length > 0) await Promise.all(paths.splice(0, 10).map(guess))
  const posted = await fetch(`${edge.baseUrl}/api/pixel/${crypto.randomUUID()}/events`, {
    method: 'POST',
    body: JSON.stringify({ events: [visitEvent()] }),
  })

  expect(answers.size).toBe(1)
  expect([...answers][0]).toMatch(/^\[404,.*Site not found/)
  expect(posted.status).toBe(404)
})

test('the uuid can be in capitals, and a query changes nothing', async () => {
  const { edge, site } = await openSite()

  const answer = await ask(`${edge.baseUrl}/api/pixel/${site.uuid.toUpperCase()}?x=1`)

  expect(answer.status).toBe(200)
})

test.each([
  ['', 'POST', 'GET, HEAD, OPTIONS'],
  ['', 'DELETE', 'GET, HEAD, OPTIONS'],
  ['/events', 'GET', 'POST, OPTIONS'],
  ['/events', 'PUT', 'POST, OPTIONS'],
])('%s with %s is refused and says what is allowed', async (path, method, allowed) => {
  const { address } = await openSite()

  const { status, headers, body } = await ask(address + path, {}, method)

  expect(status).toBe(405)
  expect(headers).toMatchObject({ allow: allowed, 'access-control-allow-origin': '*' })
  expect(JSON.parse(body.toString())).toMatchObject({ message: expect.any(String) as string })
})

test('a preflight request of a browser is allowed for a day', async () => {
  const { address } = await openSite()

  const { status, headers } = await ask(`${address}/events`, { Origin: 'https://x' }, 'OPTIONS')

  expect(status).toBe(204)
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': '*, Authorization, Content-Type',
    'access-control-max-age': '86400',
  })
  expect(headers['access-control-allow-credentials']).toBeUndefined()
})

test.each<[string, string, number]>([
  ['nothing', '', 400],
  ['half of a JSON text', '{"events":[', 400],
  ['no object', '"events"', 422],
  ['no list', '{"events":{}}', 422],
  ['an empty list', '{"events":[]}', 422],
  ['too long a list', JSON.stringify({ events: Array(101).fill({}) }), 422],
  ['keys of the prototype', '{"__proto__":{"events":[{}],"polluted":1}}', 422],
  ['a deep list', '['.repeat(30_000), 400],
])('%s is refused readably, and the next report is taken', async (_case, body, status) => {
  const { edge, site } = await openSite()
  const page = edge.page(site)

  const refused = await page.send(body)
  const answer = (await refused.json()) as { message: string; errors: Record<string, string[]> }

  expect(refused.status).toBe(status)
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(answer.message).not.toBe('')
  expect(Object.keys(answer.errors).length > 0).toBe(status === 422)
  expect('polluted' in {}).toBe(false)
  expect(await page.report(visitEvent())).toMatchObject([{ outcome: 'accepted' }])
})

test('a report can be JSON too', async () => {
  const { edge, site } = await openSite()

  const outcomes = await edge
    .page(site, { 'Content-Type': 'application/json' })
    .report(visitEvent())

  expect(outcomes).toMatchObject([{ outcome: 'accepted' }])
})

/** Accepts connections and never responds, like a stopped database. */
async function silentPool(): Promise<pg.Pool> {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(() => void server.close())
  return new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 1_000 })
}

const expectBusy = (response: Response) => {
  expect(response.status).toBe(503)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const wait = Number(response.headers.get('retry-after'))
  expect(wait).toBeGreaterThanOrEqual(1)
  expect(wait).toBeLessThanOrEqual(10)
}

test('without a database a report is refused for now, and taken when it is sent again', async () => {
  const { world, edge, site } = await openSite()
  const unreachable = new pg.Pool({ host: '127.0.0.1', port: 1 })
  const cut = await serveEdge({ ...world.services, pool: unreachable })
  const event = visitEvent()

  const refused = await cut.page(site).send({ events: [event] })

  expectBusy(refused)
  expect(await edge.page(site).report(event)).toEqual([{ id: event.id, outcome: 'accepted' }])
})

test('a full queue refuses immediately, and accepts again when it is empty', async () => {
  const { world, site } = await openSite()
  const edge = await serveEdge({ ...world.services, pool: await silentPool() }, { maxRows: 100 })
  const page = edge.page(site)
  const hundred = { events: Array.from({ length: 100 }, () => visitEvent()) }
  let isAnswered = false
  const held = page.send(hundred).finally(() => (isAnswered = true))

  const refused = await firstRefusal(page)

  expectBusy(refused)
  expect(isAnswered).toBe(false)
  expectBusy(await held)
  const began = performance.now()
  expectBusy(await page.send({ events: [visitEvent()] }))
  // It waited for the database again instead of being refused immediately.
  expect(performance.now() - began).toBeGreaterThan(900)
})

/** Reports until one is refused. Which of the concurrent reports arrives first is unpredictable. */
async function firstRefusal(page: TestPage): Promise<Response> {
  return Promise.race(Array.from({ length: 5 }, () => page.send({ events: [visitEvent()] })))
}

test('an outage while the payload is read answers 503, a bug 500, both readable for the page', async () => {
  const { world, site } = await openSite()
  const failing = (error: Error) => ({
    ...world.services,
    siteCache: { ...world.services.siteCache, payload: () => Promise.reject(error) },
  })
  const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })

  const outage = await serveEdge(failing(away))
  const bug = await serveEdge(failing(new TypeError('secret detail')))
  const refused = await fetch(`${outage.baseUrl}/api/pixel/${site.uuid}`)
  const failed = await fetch(`${bug.baseUrl}/api/pixel/${site.uuid}`)

  expectBusy(refused)
  expect(failed.status).toBe(500)
  expect(failed.headers.get('access-control-allow-origin')).toBe('*')
  expect(await failed.text()).not.toContain('secret')
  expect(world.takeErrors()).toHaveLength(1)
})

test('the edge leaves every other address alone', async () => {
  const { edge } = await openSite()

  const paths = ['/', '/api/pixels', '/api/v1/sites', '/js/other.js', '//api/pixel/']

  for (const path of paths) {
    const response = await fetch(edge.baseUrl + path, { headers: { 'User-Agent': browser } })
    expect(response.status).toBe(418)
  }
})
