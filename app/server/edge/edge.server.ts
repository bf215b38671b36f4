/**
 * The public edge: what installed pixels call, handled before any framework.
 *
 * This is the hot path, run for every page view of every shop. Never add: middleware, cookies,
 * sessions, a query per request, compression or hashing per request, a log line per request, a
 * statement per event. Everything that a request needs is in memory or in the one commit that it
 * shares with others.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { maxBatchBytes } from '#app/contract/pixel-events.ts'
import { createCollector } from '#app/domain/events/collect.server.ts'
import { defaultLimits, type QueueLimits } from '#app/domain/events/event-queue.server.ts'
import { Refusal, type RefusalCode } from '#app/lib/errors.ts'
import { pagePicturePattern } from '#app/domain/images/page-picture-url.ts'
import { detachString } from '#app/lib/cache/detach-string.ts'
import { projectFile } from '#app/lib/project.server.ts'
import { addressGroup } from '#app/lib/web/address-group.ts'
import { isPromise, type MaybePromise } from '#app/lib/async/maybe-promise.ts'
import type { Services } from '#app/services.ts'
import { asRefusal } from '../error-response.server.ts'
import { connectionLimits, type ConnectionLimits } from '../connections.server.ts'
import { clientAddress } from '../client-address.ts'
import { isBrokenOff, UnreadBody } from '../received-body.server.ts'
import { createAdmission, defaultRates, type Rates, type SharedRates } from './admission.server.ts'
import {
  jsonResponse,
  preflightResponse,
  refusalResponse,
  sendResponse,
  type EdgeResponse,
} from './edge-response.server.ts'
import { bodyOf, readBody, type Body } from './body.server.ts'
import { createBotCheck } from './bots.server.ts'
import { bodyResponse } from './encoded-body.server.ts'
import { receiveEvents, unknownSite } from './events.server.ts'
import type { EdgeFigures } from './edge-figures.ts'
import { createFairShare } from './fair-share.ts'
import type { RequestHead } from './request-head.ts'
import { createScripts, scriptPath } from './library.server.ts'
import { payloadResponse, type PayloadRequest } from './payload.server.ts'
import { createPictures } from './pictures.server.ts'
import { createPushEdge, pushPath } from './push.server.ts'
import { createPushWorker, pushWorkerPath } from './push-worker.server.ts'
import { isPreview, previewResponse, tabReportResponse } from './preview.server.ts'
import { createRawConnections } from './raw-connections.server.ts'
import { transportHeader, transportPolicy } from '../security.server.ts'
import { statusKey, traceRequest } from '../tracing/trace-requests.server.ts'
import { readClientInfo } from './client-info.server.ts'

/** True when it handles the request. */
export type EdgeHandler = (request: IncomingMessage, response: ServerResponse) => boolean

type Edge = {
  answer: EdgeHandler
  /** Lets it respond on the server's sockets directly. Call before the server listens. */
  attach: (server: Server) => void
  /** From now on connections close after their response. */
  startDraining: () => void
  /** Resolves when every accepted event is committed, or kept for the next start. */
  drain: () => Promise<void>
  readFigures: () => EdgeFigures
  /** Begins to share its limits with other nodes. */
  share: () => SharedRates
  /** Closes the connections that Node's server doesn't know. */
  cut: () => void
}

type Report = (
  request: RequestHead,
  asked: PayloadRequest,
  body: (sender: string) => MaybePromise<Body>,
) => Promise<EdgeResponse>

/** Beginnings of the paths that are answered here. */
const starts = ['/js/pixel.', '/api/pixel/', '/api/push/'] as const
const sitePath = /^\/api\/pixel\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/events)?$/i

export type EdgeLimits = QueueLimits & Rates & Pick<ConnectionLimits, 'maxStalledMillis'>

/** For reports that Node's parser reads. A whole one in a single chunk never waits. */
const maxArrivingBytes = 32 * 1024 * 1024

/** @param limits of queues and senders; the product's by default */
export function createEdge(services: Services, limits: Partial<EdgeLimits> = {}): Edge {
  const { config, siteCache, log, security } = services
  const collector = createCollector(services, limits)
  const { admit, admitEvents, share } = createAdmission({ ...defaultRates, ...limits })
  const reporting = {
    secrets: security.secrets,
    siteCache,
    collector,
    room: createFairShare(limits.maxRows ?? defaultLimits.maxRows),
    isBot: createBotCheck(),
    admitEvents,
  }
  const readScript = createScripts(projectFile('build/pixel'), {
    isWatched: !config.isProduction,
    versions: services.pixelVersions,
  })
  const answerPicture = createPictures(services)
  const answerPushWorker = createPushWorker(services, projectFile('build/pixel'))
  const arriving = createFairShare(maxArrivingBytes)
  const answerPush = createPushEdge({ services, admit, arriving })
  let isDraining = false
  const refused = new Map<RefusalCode, number>()
  let failed = 0

  async function findScript(name: string, request: RequestHead): Promise<EdgeResponse> {
    return bodyResponse(request, await readScript(name))
  }

  /** @throws Refusal */
  function findPicture(
    request: RequestHead,
    [, uuid = '', name = '']: RegExpExecArray,
  ): Promise<EdgeResponse> {
    admit('read', { uuid, address: clientAddress(request, config.trustsProxy) })
    return answerPicture({ uuid: detachString(uuid), name: detachString(name) })
  }

  /** @throws Refusal */
  function readSite(request: RequestHead, asked: PayloadRequest): MaybePromise<EdgeResponse> {
    const address = clientAddress(request, config.trustsProxy)
    admit('read', { uuid: asked.uuid, address })
    return isPreview(asked.query)
      ? previewResponse(services, request, asked)
      : payloadResponse(services, request, asked)
  }

  const answerReport: Report = async (request, { uuid, query }, body) => {
    const sender = readClientInfo(request, config.trustsProxy)
    admit('report', { uuid, address: sender.address })
    const read = () => body(addressGroup(sender.address))
    const sandboxKey = query === '' ? null : new URLSearchParams(query).get('sandbox')
    const given = { uuid, sender, sandboxKey, body: read }
    const { answer, headers } = await receiveEvents(request, given, reporting)
    return jsonResponse(200, answer, headers)
  }

  const { tracing } = services
  const report: Report = tracing
    ? (request, asked, body) =>
        traceRequest(tracing, { request, name: 'POST /api/pixel/{}/events' }, async (span) => {
          const answer = await answerReport(request, asked, body)
          span.set({ [statusKey]: answer.status })
          return answer
        })
    : answerReport

  /** Reports of a preview link's tab. @throws Refusal */
  async function reportOfTab(
    request: IncomingMessage,
    asked: PayloadRequest,
  ): Promise<EdgeResponse> {
    const { address } = readClientInfo(request, config.trustsProxy)
    admit('report', { uuid: asked.uuid, address })
    const body = await readBody(request, {
      maxBytes: maxBatchBytes,
      arriving,
      sender: addressGroup(address),
    })
    return tabReportResponse(services, request, { ...asked, body })
  }

  /** @throws Refusal */
  function decide(
    request: IncomingMessage,
    path: string,
    query: string,
  ): MaybePromise<EdgeResponse> {
    const script = scriptPath.exec(path)?.[1]
    if (script) return unallowed(request, 'GET, HEAD') ?? findScript(script, request)
    const picture = pagePicturePattern.exec(path)
    if (picture) return unallowed(request, 'GET, HEAD') ?? findPicture(request, picture)
    const push = pushPath.exec(path)
    if (push) return unallowed(request, 'POST') ?? answerPush(request, push)
    if (pushWorkerPath.test(path)) {
      return unallowed(request, 'GET, HEAD') ?? answerPushWorker(request, { path, query })
    }
    const match = sitePath.exec(path)
    if (!match?.[1]) throw unknownSite()
    const uuid = detachString(match[1].toLowerCase())
    if (match[2] === undefined) {
      return unallowed(request, 'GET, HEAD') ?? readSite(request, { uuid, query })
    }
    const refused = unallowed(request, 'POST')
    if (!refused && isPreview(query)) return reportOfTab(request, { uuid, query })
    return (
      refused ??
      report(request, { uuid, query }, (sender) =>
        readBody(request, { maxBytes: maxBatchBytes, arriving, sender }),
      )
    )
  }

  function failure(error: unknown): EdgeResponse {
    const refusal = asRefusal(error)
    if (refusal) {
      refused.set(refusal.code, (refused.get(refusal.code) ?? 0) + 1)
      return refusalResponse(refusal)
    }
    failed += 1
    log.error({ err: error }, 'the public edge failed')
    return jsonResponse(500, { message: 'Something went wrong', errors: {} })
  }

  const raw = createRawConnections({
    maxStalledMillis: limits.maxStalledMillis ?? connectionLimits.maxStalledMillis,
    answer(request) {
      const { uuid, body } = request
      return body
        ? report(request, { uuid, query: '' }, () => bodyOf(body, maxBatchBytes))
        : readSite(request, { uuid, query: '' })
    },
    failure,
    always: config.appUrl.startsWith('https:') ? [transportHeader, transportPolicy] : [],
  })

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    // The client has disconnected.
    if (response.headersSent || isBrokenOff(request)) {
      response.destroy()
      return
    }
    if (error instanceof UnreadBody) {
      response.shouldKeepAlive = false
      request.resume()
    }
    sendResponse(response, failure(error))
  }

  function finish(response: ServerResponse, answer: EdgeResponse): void {
    // Shutdown may have started while the response was built.
    if (isDraining) response.shouldKeepAlive = false
    sendResponse(response, answer)
  }

  return {
    answer(request, response) {
      const url = request.url ?? ''
      const end = url.indexOf('?')
      const path = end === -1 ? url : url.slice(0, end)
      const isOurs = starts.some((start) => path.startsWith(start)) || pushWorkerPath.test(path)
      if (!isOurs) return false
      if (isDraining) response.shouldKeepAlive = false
      const query = end === -1 ? '' : url.slice(end + 1)
      try {
        const answer = decide(request, path, query)
        if (!isPromise(answer)) finish(response, answer)
        else {
          answer
            .then((known) => {
              finish(response, known)
            })
            .catch((error: unknown) => {
              fail(request, response, error)
            })
        }
      } catch (error) {
        fail(request, response, error)
      }
      return true
    },
    attach(server) {
      if (config.hasRawSockets) raw.attach(server)
    },
    startDraining() {
      isDraining = true
      raw.startDraining()
    },
    drain: collector.drain,
    readFigures: () => ({ refused, failed, events: collector.readFigures() }),
    share,
    cut: raw.cut,
  }
}

/** The response to a preflight or an unsupported method; null for all others. */
function unallowed({ method = '' }: IncomingMessage, methods: string): EdgeResponse | null {
  if (method === 'GET' ? methods === 'GET, HEAD' : methods.split(', ').includes(method)) return null
  if (method === 'OPTIONS') return preflightResponse(`${methods}, OPTIONS`)
  const refusal = new Refusal('method_not_allowed', `Use ${methods.split(', ')[0] ?? ''}.`)
  return refusalResponse(refusal, ['Allow', `${methods}, OPTIONS`])
}
