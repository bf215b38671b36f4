/** The public edge alone over HTTP, and a shop's pages that call it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { EventAnswer, PixelEvent } from '#app/contract/pixel-events.ts'
import type { EventReport } from '#app/domain/events/collect.server.ts'
import type { QueueLimits } from '#app/domain/events/event-queue.server.ts'
import { createEdge } from '#app/server/edge/edge.server.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from './makers.ts'

export const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export type ServedEdge = {
  baseUrl: string
  port: number
  /** How many requests Node's parser has read. */
  readByNode: () => number
  /** Resolves when every accepted event is committed, or kept for the next start. */
  drain: () => Promise<void>
  /** A page on the site's host; headers can change that. */
  page: (site: Pick<TestSite, 'uuid' | 'url'>, headers?: Record<string, string>) => TestPage
}

export type TestPage = {
  payload: () => Promise<PixelPayload>
  /** Like the pixel. */
  send: (body: string | object) => Promise<Response>
  /** Sends events and returns their outcomes. Fails unless the status is 200. */
  report: (...events: object[]) => Promise<EventAnswer['outcomes']>
}

export async function serveEdge(
  services: Services,
  limits: Partial<QueueLimits> = {},
): Promise<ServedEdge> {
  // On a busy machine, a report waits for the database as long as its test.
  const edge = createEdge(services, { maxWaitMillis: 60_000, ...limits })
  let readByNode = 0
  const server = createServer((request, response) => {
    readByNode += 1
    if (!edge.answer(request, response)) response.writeHead(418).end()
  })
  edge.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    edge.cut()
    await closed
    await edge.drain()
  })

  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${String(port)}`
  return {
    baseUrl,
    port,
    readByNode: () => readByNode,
    drain: edge.drain,
    page: ({ uuid, url }, headers = {}) =>
      pageOf(`${baseUrl}/api/pixel/${uuid}`, {
        Origin: url,
        'User-Agent': browser,
        'Content-Type': 'text/plain',
        // Logged events are answered before they are counted, unless the sender waits.
        ...(services.config.eventLog !== 'off' ? { Prefer: 'wait=60' } : {}),
        ...headers,
      }),
  }
}

function pageOf(address: string, headers: Record<string, string>): TestPage {
  const send: TestPage['send'] = (body) =>
    fetch(`${address}/events`, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    send,
    async payload() {
      const response = await fetch(address, { headers })
      if (!response.ok) throw new Error(`The payload answered ${String(response.status)}.`)
      return (await response.json()) as PixelPayload
    },
    async report(...events) {
      const response = await send({ events })
      if (!response.ok) throw new Error(`${String(response.status)}: ${await response.text()}`)
      return ((await response.json()) as EventAnswer).outcomes
    },
  }
}

export const newEventId = (): string => randomUUID()

/** A page view. */
export const visitEvent = (id = newEventId()): PixelEvent => ({ id, type: 'visit', page: '/' })

type Impression = Extract<PixelEvent, { type: 'impression' }>

/** The pixel's event for the payload's first item. */
export function impressionEvent({ nudges }: PixelPayload, id = newEventId()): Impression {
  const nudge = nudges[0]
  const claim = nudge?.items[0]?.claim
  if (!nudge || claim === undefined) throw new Error('The payload shows nothing.')
  return { id, type: 'impression', nudge: nudge.id, claim, page: '/kettles' }
}

/**
 * A report as the edge hands it to the collector: sent by a person's browser on the site's host, unless
 * overridden.
 */
export async function eventReport(
  { siteCache }: Services,
  { uuid }: TestSite,
  wanted: Pick<EventReport, 'events'> & Partial<EventReport>,
): Promise<EventReport> {
  const site = await siteCache.site(uuid)
  if (!site) throw new Error('The site is unknown.')
  return {
    site,
    bytes: 100,
    since: performance.now(),
    isBot: false,
    isSiteHost: true,
    address: '192.0.2.1',
    userAgent: browser,
    country: '',
    ...wanted,
  }
}
