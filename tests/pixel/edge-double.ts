/** A test double of the public edge: serves the built pixel and payloads, and records reports. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pixelEvent, pixelEventBatch } from '#app/contract/pixel-events.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { pushPaths } from '#app/contract/push.ts'
import { preflightResponse } from '#app/server/edge/edge-response.server.ts'
import type { EventOutcome, PixelEvent } from '#app/contract/pixel-events.ts'

/** Failures that the edge can simulate. */
export type Failure =
  | { kind: 'status'; status: number; retryAfter?: string }
  | { kind: 'html' }
  | { kind: 'cut' }
  | { kind: 'silence' }

/** A site of the edge. */
export type EdgeSite = {
  payload: PixelPayload | null
  /** Country of the visitors, if the edge knows it. */
  country: string | null
  /** Consumed one by one by the next requests of that kind. */
  payloadFailures: Failure[]
  eventFailures: Failure[]
  /** Number of payload requests. */
  reads: number
  /** The visitor ids of these requests. */
  visitors: (string | null)[]
  /** The languages that these requests accept. */
  languages: (string | undefined)[]
  /** Posted batches as text, including failed ones. */
  batches: { body: string; contentType: string | undefined; cookie: string | undefined }[]
  /** Stored events, each id once. */
  events: PixelEvent[]
  outcomes: EventOutcome[]
  /** Posted about push messages: the path below the site's, and the body. */
  pushCalls: { path: string; body: Record<string, unknown> }[]
  /** Ids of push subscriptions that ended. The first one has the id 7. */
  endedPush: string[]
  /** Status of these; 201 by default. */
  pushStatus: number
  /** A URL that answers once everything posted before has been taken. */
  arrivals: string
}

export type EdgeDouble = {
  origin: string
  addSite: (uuid: string, payload: PixelPayload | null) => EdgeSite
  stop: () => Promise<void>
}

export const startEdgeDouble = async (): Promise<EdgeDouble> => {
  const scripts = new Map(
    readdirSync('build/pixel').map((name) => [name, readFileSync(`build/pixel/${name}`)]),
  )
  const sites = new Map<string, EdgeSite>()
  const taking = new Set<Promise<void>>()
  const follow = (taken: Promise<void>) => {
    taking.add(taken)
    void taken.finally(() => taking.delete(taken))
  }

  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://edge.localhost')
    if (request.method === 'OPTIONS') {
      const { status, headerBlock, extraHeaders } = preflightResponse('GET, POST')
      response.writeHead(status, [...headerBlock.list, ...extraHeaders]).end()
      return
    }
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-expose-headers', 'date, footfall-country, retry-after')
    if (path === '/arrivals') {
      void Promise.all(taking).then(() => response.end())
      return
    }
    const script = scripts.get(path.replace('/js/', ''))
    if (script) {
      response.setHeader('content-type', 'text/javascript').end(script)
      return
    }
    if (path === pushPaths.worker) {
      response.setHeader('content-type', 'text/javascript').end(scripts.get('push.worker.js'))
      return
    }
    const [, pushed = '', call = ''] = /^\/api\/push\/([^/]+)\/(.+)$/.exec(path) ?? []
    const pushSite = sites.get(pushed)
    if (pushSite) {
      follow(takePushCall(pushSite, call, { request, response }))
      return
    }
    const [, uuid = '', events] = /^\/api\/pixel\/([^/]+)(\/events)?$/.exec(path) ?? []
    const site = sites.get(uuid)
    if (!site) answerJson(response, 404, { message: 'Not found.' })
    else if (events && request.method === 'POST') follow(takeEvents(site, request, response))
    else {
      site.visitors.push(searchParams.get('visitor'))
      site.languages.push(request.headers['accept-language'])
      answerPayload(site, response)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://edge.localhost:${port}`

  return {
    origin,
    addSite: (uuid, payload) => {
      const site: EdgeSite = {
        payload,
        country: null,
        payloadFailures: [],
        eventFailures: [],
        reads: 0,
        visitors: [],
        languages: [],
        batches: [],
        events: [],
        outcomes: [],
        pushCalls: [],
        endedPush: [],
        pushStatus: 201,
        arrivals: `${origin}/arrivals`,
      }
      sites.set(uuid, site)
      return site
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const answerPayload = (site: EdgeSite, response: ServerResponse) => {
  site.reads++
  if (site.country) response.setHeader('footfall-country', site.country)
  const failure = site.payloadFailures.shift()
  if (failure) answerFailure(response, failure)
  else if (site.payload) answerJson(response, 200, site.payload)
  else answerJson(response, 404, { message: 'Not found.' })
}

const takeEvents = async (site: EdgeSite, request: IncomingMessage, response: ServerResponse) => {
  const body = await text(request)
  const { 'content-type': contentType, cookie } = request.headers
  site.batches.push({ body, contentType, cookie })
  const failure = site.eventFailures.shift()
  if (failure) {
    answerFailure(response, failure)
    return
  }

  const batch = pixelEventBatch.safeParse(JSON.parse(body))
  if (!batch.success) {
    answerJson(response, 422, { message: 'The batch is malformed.' })
    return
  }
  const outcomes = batch.data.events.map((event) => storeEvent(site, event))
  site.outcomes.push(...outcomes)
  answerJson(response, 202, { outcomes })
}

const takePushCall = async (
  site: EdgeSite,
  path: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
) => {
  const body = JSON.parse(await text(request)) as Record<string, unknown>
  site.pushCalls.push({ path, body })
  if (site.endedPush.some((id) => path === `subscriptions/${id}`)) {
    answerJson(response, 404, { message: 'Subscription not found.' })
    return
  }
  const { length } = site.endedPush
  const subscribed = {
    id: String(7 + length),
    token: ['secret', ...site.endedPush].join('-'),
    kinds: body.kinds,
  }
  const changed = { kinds: ['back_in_stock'], watches: [] }
  const isNew = path === 'subscriptions'
  answerJson(response, site.pushStatus, isNew ? subscribed : path === 'reports' ? {} : changed)
}

const storeEvent = (site: EdgeSite, raw: unknown): EventOutcome => {
  const event = pixelEvent.safeParse(raw)
  if (!event.success) return { id: null, outcome: 'rejected', reason: event.error.message }
  const { id } = event.data
  if (site.events.some((stored) => stored.id === id)) return { id, outcome: 'duplicate' }

  site.events.push(event.data)
  return { id, outcome: 'accepted' }
}

const answerJson = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const answerFailure = (response: ServerResponse, failure: Failure) => {
  switch (failure.kind) {
    case 'status':
      if (failure.retryAfter) response.setHeader('retry-after', failure.retryAfter)
      answerJson(response, failure.status, { message: 'Try again later.' })
      return
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Welcome')
      return
    case 'cut':
      // Announces more bytes than it sends, then closes the connection.
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
      response.write('{"version":1,"options":{"timings":{"sh', () => response.destroy())
      return
    case 'silence':
      return
  }
}
