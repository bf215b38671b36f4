/** The public edge alone over HTTP, and the pages of a shop that call it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { EventAnswer, PixelEvent } from '#app/contract/pixel-events.ts'
import type { QueueLimits } from '#app/domain/events/collect.server.ts'
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
  /** A page of the site's own host; other headers make it something else. */
  page: (site: TestSite, headers?: Record<string, string>) => TestPage
}

export type TestPage = {
  payload: () => Promise<PixelPayload>
  /** As the pixel sends it. */
  send: (body: string | object) => Promise<Response>
  /** Sends events and reads what became of them; fails unless the answer is 200. */
  report: (...events: object[]) => Promise<EventAnswer['outcomes']>
}

export async function serveEdge(
  services: Services,
  limits: Partial<QueueLimits> = {},
): Promise<ServedEdge> {
  // A busy machine is no outage: a report waits for the database as long as its test does.
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
    page: ({ uuid, url }, headers = {}) =>
      pageOf(`${baseUrl}/api/pixel/${uuid}`, {
        Origin: url,
        'User-Agent': browser,
        'Content-Type': 'text/plain',
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

/** What the pixel would say of the first item of the payload. */
export function impressionEvent({ nudges }: PixelPayload, id = newEventId()): Impression {
  const nudge = nudges[0]
  const claim = nudge?.items[0]?.claim
  if (!nudge || claim === undefined) throw new Error('The payload shows nothing.')
  return { id, type: 'impression', nudge: nudge.id, claim, page: '/kettles' }
}
