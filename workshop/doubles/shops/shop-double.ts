/**
 * Parts that doubles of shops and payment services share: recorded requests, and faults on request.
 */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  answerDisagreements,
  deliveryDisagreements,
  requestDisagreements,
} from '../../published/check-exchange.ts'
import { noteDisagreements } from '../../published/disagreements.ts'
import type { PublishedService } from '../../published/facts.ts'

export type SeenRequest = {
  method: string
  /** Without its query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

export type DoubleReply = {
  /** Default: 200. */
  status?: number
  headers?: Record<string, string>
  json?: unknown
  text?: string
  type?: string
}

type DeliveryInit = { headers: Readonly<Record<string, string>>; body: string }

/** Failures that the service simulates instead of answering properly. */
export type Fault =
  | DoubleReply
  | 'hang up'
  /** After it did what was asked. */
  | 'lose the answer'
  /** Until the caller gives up. */
  | 'say nothing'
  /** A page for people, with status 200. */
  | 'html'
  /** A firewall's page, with status 403. */
  | 'firewall'
  /** A firewall's page that wants a browser, with a status of success, as SiteGround's has. */
  | 'challenge'
  /** A body that doesn't end. */
  | 'endless'

export type ShopDouble = {
  url: string
  /** Each request that arrived, oldest first. */
  seen: SeenRequest[]
  /** As the owner does at the service: credentials are refused from now on. */
  revoke: () => void
  /** Answers 429 after so many more requests, with this Retry-After, until called again. */
  limit: (requests: number, retryAfter?: string) => void
  /** JSON that is answered instead, by method and path: `GET /orders/1`. */
  answers: Map<string, unknown>
  /** JSON that was answered, newest last. */
  answered: { path: string; json: unknown }[]
  /** Changes each JSON on its way out. Null: no longer. */
  distort: (change: ((json: unknown, path: string) => unknown) | null) => void
  /** Published facts about the service. Absent: it publishes none, or they aren’t compared here. */
  published: PublishedService | undefined
  /**
   * For tests that send and answer damaged values: nothing is compared from now on. Everything else is, however
   * the answer was made, and a test fails with what isn't as published (tests/support/setup.ts).
   */
  ignorePublished: () => void
  /** Sends what the service reports. @param topic its published name @param init with headers in lower case */
  report: (topic: string, url: string, init: DeliveryInit) => Promise<Response>
  /** Runs once, before the next request is answered. */
  beforeNext: (happens: () => Promise<void>) => void
  /** The next requests meet these faults, one each. */
  failNext: (...faults: Fault[]) => void
  /** After so many proper answers, each request meets this fault, until it is healed. */
  failAfter: (answers: number, fault: Fault) => void
  /** Decides about the fault of each request, until the double is healed. */
  failBy: (decide: (request: SeenRequest) => Fault | undefined) => void
  /** Ends all faults. */
  heal: () => void
  /** The answer to a request without a connection, and without faults. */
  replyTo: (request: SeenRequest) => Promise<DoubleReply>
  /** The caller's duty. */
  stop: () => Promise<void>
}

/** For doubles that people use: an address and ids that aren't those of the start before. */
export type DoubleOptions = {
  /** The port, if it is free. Absent: any. */
  port?: number
  /** Ids are larger than this. */
  lastId?: number
}

type Parts = {
  /** See DoubleOptions. */
  port?: number | undefined
  answer: (request: SeenRequest) => DoubleReply | Promise<DoubleReply>
  /** Whether the request's credentials are right. Absent: it needs none. */
  isAuthorized?: (request: SeenRequest) => boolean
  /** The service's answer to wrong credentials, with its status. Default: 401. */
  refused?: DoubleReply
  /** Its answer to too many requests, with the headers that name the moment. Default: `Retry-After`. */
  limited?: (seconds: string | undefined) => DoubleReply
  /** Published facts about the service. */
  published?: PublishedService | undefined
  /** Paths of pages for people, which aren't published. Default: none. */
  isPage?: (path: string) => boolean
}

const limitedByDefault = (seconds: string | undefined): DoubleReply => ({
  headers: seconds === undefined ? {} : { 'Retry-After': seconds },
  json: { message: 'Too many requests.' },
})

const page: DoubleReply = {
  text: '<!doctype html><title>Maintenance</title><p>We’ll be right back.',
  type: 'text/html',
}

/** In our words; the parts are those of woocommerce/woocommerce, issue 52896. */
export const challenge: DoubleReply = {
  status: 202,
  headers: { 'SG-Captcha': 'challenge', 'X-Robots-Tag': 'noindex' },
  text: '<html><head><meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F"></meta></head></html>',
  type: 'text/html',
}

export async function startShopDouble({
  port: wantedPort = 0,
  answer,
  isAuthorized,
  refused = { json: { message: 'These credentials are no longer valid.' } },
  limited = limitedByDefault,
  published,
  isPage = () => false,
}: Parts): Promise<ShopDouble> {
  const seen: SeenRequest[] = []
  let isRevoked = false
  let left = Infinity
  let retryAfter: string | undefined
  let faults: Fault[] = []
  let lasting: { answersLeft: number; fault: Fault } | null = null
  let decided: Parameters<ShopDouble['failBy']>[0] | null = null
  const answers: ShopDouble['answers'] = new Map()
  const answered: ShopDouble['answered'] = []
  let happening: (() => Promise<void>) | null = null
  let distortion: ((json: unknown, path: string) => unknown) | null = null
  let isCompared = published !== undefined

  function compare(request: SeenRequest, reply?: DoubleReply): void {
    // A web page is of a firewall or host in front of the service.
    if (reply?.type === 'text/html') return
    if (!isCompared || !published || isPage(request.path)) return
    noteDisagreements(
      reply
        ? answerDisagreements(published, request, reply)
        : requestDisagreements(published, request),
    )
  }

  const compared = (request: SeenRequest, reply: DoubleReply): DoubleReply => {
    compare(request, reply)
    return reply
  }

  async function properReply(request: SeenRequest): Promise<DoubleReply> {
    const prepared = answers.get(`${request.method} ${request.path}`)
    const reply = prepared === undefined ? await answer(request) : { json: prepared }
    if (reply.json === undefined) return reply
    answered.push({ path: request.path, json: reply.json })
    return distortion ? { ...reply, json: distortion(reply.json, request.path) } : reply
  }

  async function replyTo(request: SeenRequest): Promise<DoubleReply> {
    left -= 1
    const isRefused = isRevoked || isAuthorized?.(request) === false
    if (!isRefused && left >= 0) return properReply(request)
    return isRefused ? { status: 401, ...refused } : { status: 429, ...limited(retryAfter) }
  }

  function lastingFault(): Fault | undefined {
    if (!lasting) return undefined
    lasting.answersLeft -= 1
    return lasting.answersLeft < 0 ? lasting.fault : undefined
  }

  const server = createServer((incoming, response) => {
    void text(incoming).then(async (body) => {
      const { method = '', headers } = incoming
      const { pathname: path, searchParams: query } = new URL(incoming.url ?? '', 'http://double')
      const request = { method, path, query, headers, body }
      seen.push(request)
      compare(request)
      const happens = happening
      happening = null
      await happens?.()
      const fault = faults.shift() ?? lastingFault() ?? decided?.(request)
      if (fault === 'lose the answer') compare(request, await replyTo(request))
      if (fault === 'hang up' || fault === 'lose the answer') incoming.socket.destroy()
      else if (fault === 'endless') writeForever(response)
      else if (fault === 'html') send(response, page)
      else if (fault === 'challenge') send(response, challenge)
      else if (fault === 'firewall') send(response, { ...page, status: 403 })
      else if (fault !== 'say nothing')
        send(response, compared(request, fault ?? (await replyTo(request))))
    })
  })
  const port = await listenOnThisMachine(server, wantedPort)

  return {
    url: `http://127.0.0.1:${String(port)}`,
    seen,
    answers,
    answered,
    distort(change) {
      distortion = change
    },
    revoke() {
      isRevoked = true
    },
    limit(requests, after) {
      left = requests
      retryAfter = after
    },
    published,
    ignorePublished() {
      isCompared = false
    },
    report(topic, url, { headers, body }) {
      if (isCompared && published) {
        noteDisagreements(deliveryDisagreements(published, { topic, headers, body }))
      }
      return fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
    },
    beforeNext(happens) {
      happening = happens
    },
    failNext(...more) {
      faults = [...faults, ...more]
    },
    failAfter(answersLeft, fault) {
      lasting = { answersLeft, fault }
    },
    failBy(decide) {
      decided = decide
    },
    heal() {
      faults = []
      lasting = null
      decided = null
    },
    replyTo,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** @returns the port: the wanted one, or any when it's taken */
export async function listenOnThisMachine(server: Server, wanted: number): Promise<number> {
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(wanted).catch(() => listen(0))
  return (server.address() as AddressInfo).port
}

function send(
  response: ServerResponse,
  { status = 200, headers, json, text: body, type }: DoubleReply,
) {
  const isJson = json !== undefined
  const defaultType = isJson ? 'application/json' : 'text/plain'
  response.writeHead(status, { 'Content-Type': type ?? defaultType, ...headers })
  response.end(isJson ? JSON.stringify(json) : (body ?? ''))
}

/** Until the other side hangs up. */
function writeForever(response: ServerResponse) {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const some = `"${'x'.repeat(64 * 1024)}",`
  const more = () => {
    while (!response.destroyed && response.write(some));
  }
  response.on('drain', more)
  response.write('[')
  more()
}

/** A page of rows, as most services number them. */
export const pageOf = <Row>(rows: readonly Row[], page: number, size: number): Row[] =>
  rows.slice((page - 1) * size, page * size)
