/** RAW_SOCKETS changes who reads a request, but never the response. */
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { SiteCache } from '#app/domain/serving/site-cache.server.ts'
import type { ServedPayload } from '#app/domain/serving/served-payload.server.ts'
import type { EdgeLimits } from '#app/server/edge/edge.server.ts'
import { storeNudge } from '../../support/nudges.ts'
import { browser, serveEdge, visitEvent } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

/** Sends requests on one connection, one after the other, and returns the raw responses. */
async function ask(port: number, requests: readonly string[]): Promise<string[]> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const answers: string[] = []
  let received = ''
  const next = () => {
    const request = requests[answers.length]
    if (request === undefined) socket.end()
    else socket.write(request)
  }
  socket.on('connect', next)
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
    const [head, body] = received.split('\r\n\r\n', 2)
    const length = /\r\nContent-Length: (\d+)/.exec(head ?? '')?.[1] ?? '0'
    if (body === undefined || received.length < (head?.length ?? 0) + 4 + Number(length)) return
    answers.push(received.replace(/\r\nDate: [^\r]+/, ''))
    received = ''
    next()
  })
  await new Promise((resolve) => socket.on('close', resolve))
  return answers
}

/** Recompression happens at any time and changes ETags, so here texts stay as they were first. */
function keepFirst(siteCache: SiteCache): SiteCache {
  const kept = new Map<string, ServedPayload>()
  async function read(uuid: string) {
    const payload = await siteCache.payload(uuid)
    if (payload) kept.set(uuid, structuredClone(payload))
    return kept.get(uuid) ?? null
  }
  return { ...siteCache, payload: (uuid) => kept.get(uuid) ?? read(uuid) }
}

async function openBoth(limits: Partial<EdgeLimits> = {}) {
  const world = await createWorld()
  const siteCache = keepFirst(world.services.siteCache)
  const edgeWith = (hasRawSockets: boolean) => {
    const config = { ...world.services.config, trustsProxy: true, hasRawSockets }
    return serveEdge({ ...world.services, config, siteCache }, limits)
  }
  const raw = await edgeWith(true)
  const node = await edgeWith(false)
  return {
    world,
    /** On a slow machine the first read may take longer than a page waits. */
    warm: (uuid: string) =>
      expect.poll(async () => statusesOf(await ask(raw.port, [question(uuid)]))).toEqual([200]),
    /** Both responses. Fails when the raw path left a request to Node. */
    compare: async (requests: readonly string[]) => {
      const ours = await ask(raw.port, requests)
      const theirs = await ask(node.port, requests)
      expect(raw.readByNode()).toBe(0)
      expect(node.readByNode()).toBeGreaterThan(0)
      return { ours, theirs }
    },
  }
}

const shared = ['Host: shop.example', `User-Agent: ${browser}`, 'Connection: keep-alive']

const question = (uuid: string, ...more: string[]) =>
  [`GET /api/pixel/${uuid} HTTP/1.1`, ...shared, ...more, '', ''].join('\r\n')

const report = (uuid: string, body: string, ...more: string[]) => {
  const length = `Content-Length: ${String(Buffer.byteLength(body))}`
  return [`POST /api/pixel/${uuid}/events HTTP/1.1`, ...shared, length, ...more, '', body].join(
    '\r\n',
  )
}

const statusesOf = (answers: string[]) => answers.map((answer) => Number(answer.slice(9, 12)))

const codings = ['br', 'gzip, deflate', 'br;q=0, gzip', 'identity', 'zstd', 'BR;q=0.5, *;q=0']

test.each([
  ['the same for everyone', { holdout: 0 }, {}],
  ['with a holdout group', { holdout: 50 }, {}],
  ['by country', { holdout: 0 }, { query: { countries: ['NL' as const] } }],
])('a payload that is %s is sent in the same bytes', async (_what, options, wanted) => {
  const { world, warm, compare } = await openBoth()
  const site = await world.site({ options })
  await storeNudge(world.services, site, { type: 'custom', content: { text: 'Hé' }, ...wanted })
  await warm(site.uuid)
  const from = ['X-Forwarded-For: 203.0.113.9, 198.51.100.7', 'CF-IPCountry: NL']

  const { ours, theirs } = await compare([
    question(site.uuid),
    ...codings.map((coding) => question(site.uuid, ...from, `Accept-Encoding: ${coding}`)),
    ...Array.from({ length: 8 }, (_value, at) =>
      question(site.uuid, `X-Forwarded-For: 203.0.113.${String(at)}`),
    ),
  ])
  const tags = [...new Set(ours.map((answer) => /\r\nETag: (\S+)/.exec(answer)?.[1] ?? ''))]
  const again = await compare(
    [...tags, '*', 'W/"a", "b"', `"a", ${tags.join(', ')}`].map((tag) =>
      question(site.uuid, ...from, 'Accept-Encoding: br', `If-None-Match: ${tag}`),
    ),
  )

  expect(ours).toEqual(theirs)
  expect(new Set(statusesOf(ours))).toEqual(new Set([200]))
  expect(again.ours).toEqual(again.theirs)
  expect(new Set(statusesOf(again.ours))).toEqual(new Set([200, 304]))
})

test('refusals are sent in the same bytes', async () => {
  const { world, compare } = await openBoth()
  const { uuid } = await world.site()
  const stranger = crypto.randomUUID()

  const { ours, theirs } = await compare([
    question(stranger),
    report(stranger, JSON.stringify({ events: [visitEvent()] })),
    report(uuid, ''),
    report(uuid, '{"events":'),
    report(uuid, '{"events":[]}'),
    report(uuid, '[]', 'Content-Type: application/json'),
  ])

  expect(ours).toEqual(theirs)
  expect(statusesOf(ours)).toEqual([404, 404, 400, 400, 422, 422])
})

test('a client that asks too often is refused in the same bytes', async () => {
  const { world, warm, compare } = await openBoth({ address: { perSecond: 0.001, burst: 2 } })
  const { uuid } = await world.site()
  await warm(uuid)
  const from = 'X-Forwarded-For: 203.0.113.9'

  const { ours, theirs } = await compare([
    question(uuid, from),
    report(uuid, '{}', from),
    report(uuid, '{}', from),
    question(uuid, from),
  ])

  expect(ours.map((answer) => answer.replace(/Retry-After: \d+/, ''))).toEqual(
    theirs.map((answer) => answer.replace(/Retry-After: \d+/, '')),
  )
  expect(statusesOf(ours)).toEqual([200, 422, 429, 429])
})

test('a report is stored once, and its repeat is answered as a duplicate', async () => {
  const { world, compare } = await openBoth()
  const { uuid, url } = await world.site()
  const body = JSON.stringify({ events: [visitEvent(), { id: 'é', type: 'visit', page: '/ü' }] })

  const { ours, theirs } = await compare([report(uuid, body, `Origin: ${url}`)])

  expect(ours[0]).toContain('"accepted"')
  expect(theirs[0]).toContain('"duplicate"')
  expect(statusesOf([...ours, ...theirs])).toEqual([200, 200])
})
