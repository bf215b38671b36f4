/**
 * The HTTP server: first the public edge without any framework, then health, metrics and deliveries to
 * connections, then Hono with the built files and, for everything else, Remix.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import type { AppLoadContext } from '@remix-run/node'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { keepAttribution } from '#app/auth/attribution-cookie.server.ts'
import type { Build } from '#app/browser/build-watch.ts'
import { projectFile } from '#app/lib/project.server.ts'
import { errorCatalog, pageNotFound, Refusal } from '#app/lib/errors.ts'
import { wantsPage } from '#app/lib/web/wants-page.ts'
import { redactTokens } from '#app/lib/security/redact.ts'
import { readBearer } from '#app/lib/web/bearer.ts'
import { addressGroup } from '#app/lib/web/address-group.ts'
import type { Services } from '#app/services.ts'
import type { Answered, Frame, Platform, Visit } from '#app/platforms/platform.ts'
import { availablePlatforms, choosePlatform } from '#app/platforms/registry.server.ts'
import { createApiGate } from './api-gate.server.ts'
import { demoShopAt } from './demo-shop.server.ts'
import { refuseEarly, tooBusy, tooLong, unknownHost } from './early-refusal.server.ts'
import { errorResponse } from './error-response.server.ts'
import { buildAnswers } from './build-meta.server.ts'
import { clientAddress } from './client-address.ts'
import {
  clientFilesCaching,
  clientFilesPath,
  createStoredFiles,
  storedFilesIn,
} from './client-files.server.ts'
import { createDeliveryHandler, isConnectionAddress } from './connection-deliveries.server.ts'
import { compress } from './compress.server.ts'
import {
  connectionLimits,
  createPipelineGate,
  type ConnectionLimits,
} from './connections.server.ts'
import type { EdgeHandler } from './edge/edge.server.ts'
import { createFairShare } from './edge/fair-share.ts'
import type { OperationHandler } from './operation.server.ts'
import { pageRequest } from './page-request.server.ts'
import {
  checkStatedLength,
  isBrokenOff,
  receiveBody,
  type ReceivedBody,
} from './received-body.server.ts'
import type { PageHandler } from './remix.server.ts'
import { findRefusal, hasBody, hasReadableHost, isReadable } from './request-checks.server.ts'
import { createRequestLanes } from './request-lanes.ts'
import { policyOf } from './request-policy.ts'
import { traceAnswers } from './tracing/trace-requests.server.ts'
import { stripeOrigins } from '#app/clients/stripe/stripe-origins.ts'
import {
  protectPlainAnswer,
  securityHeaders,
  transportHeader,
  transportPolicy,
} from './security.server.ts'

type Parts = {
  services: Services
  edge: EdgeHandler
  operation: OperationHandler
  pages: PageHandler
  /** Asked in turn whose a request is; absent, all that there are. */
  platforms?: readonly Platform[]
  /** The running build; absent in development, where it changes all the time. */
  build?: Build
  /** Development only: serves Vite's files before Hono. */
  before?: Middleware
  /** The product's by default. */
  limits?: Partial<ServerLimits>
}

export type ServerLimits = ConnectionLimits & {
  /** Bytes of bodies that are being received or processed, in all. One sender gets half at most. */
  maxBodyBytes: number
}

const defaultLimits: ServerLimits = { ...connectionLimits, maxBodyBytes: 64 * 1024 * 1024 }

export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void

const maxUrlLength = 8 * 1024
/** Ours have eight at most. The router looks each of them up, and all that lead to it: 1 ms each. */
const maxSegments = 32

/** The manifest of routes takes paths as parameters. */
function isTooLong(url: string): boolean {
  if (url.length > maxUrlLength) return true
  const [path = '', ...parameters] = url.split(/[?&]/)
  const paths = path.startsWith('/__manifest') ? [path, ...parameters] : [path]
  return paths.some((one) => one.split(/\/|%2f/i).length > maxSegments + 1)
}

type Bindings = { incoming: IncomingMessage; outgoing: ServerResponse }
type Variables = { nonce: string; requestId: string; platform: Platform; visit: Visit }
type Asked = Context<{ Bindings: Bindings; Variables: Variables }>

export function createHttpServer(parts: Parts): Server {
  const { services, edge, operation, pages, build, before } = parts
  const { config, log } = services
  const limits = { ...defaultLimits, ...parts.limits }
  const platforms = availablePlatforms(services.config, parts.platforms)
  const lanes = createRequestLanes()
  const bodies = createFairShare(limits.maxBodyBytes)
  const deliver = createDeliveryHandler(services, { lanes, bodies })
  const isAnswerable = createPipelineGate(limits)
  const app = new Hono<{ Bindings: Bindings; Variables: Variables }>()

  const contextOf = (c: Asked): AppLoadContext => ({
    services,
    platform: c.get('platform'),
    visit: c.get('visit'),
    nonce: c.get('nonce'),
    requestId: c.get('requestId'),
    clientAddress: clientAddress(c.env.incoming, config.trustsProxy),
    isDataRequest: c.req.path.endsWith('.data'),
  })

  /** The error page for a person, data for programs, and for everyone while the server is busy. */
  const refuse = async (c: Asked, refusal: Refusal): Promise<Response> => {
    const context = { ...contextOf(c), refusal }
    const data = errorResponse(refusal, { path: c.req.path, requestId: context.requestId })
    const sender = addressGroup(context.clientAddress)
    const isPage = wantsPage(c.req.raw) && refusal.code !== 'unavailable'
    if (!isPage || !lanes.hasCapacity('page', sender)) return data
    // The URL of the request may be what is wrong with it.
    const request = new Request(config.appUrl, { headers: c.req.raw.headers })
    return lanes.run('page', sender, () => pages(request, context))
  }

  app.use(async (c, next) => {
    const requestId = randomUUID()
    const platform = choosePlatform(c.req.raw, platforms)
    const { frame } = platform
    const nonce = frame?.nonce(c.req.raw, services) ?? randomBytes(16).toString('base64url')
    c.set('requestId', requestId)
    c.set('nonce', nonce)
    c.set('platform', platform)
    const visit: Visit = {}
    c.set('visit', visit)
    const started = performance.now()
    const early = frame?.respond(c.req.raw)
    if (early) c.res = early
    else await next()
    if (frame) {
      const finished = inFrame(frame, c.res, { request: c.req.raw, config, nonce, visit })
      // Without this, Hono copies the old headers to the new response.
      c.res = undefined
      c.res = finished
    }
    c.res.headers.set('X-Request-Id', requestId)
    const secure = securityHeaders(nonce, {
      isHttps: config.appUrl.startsWith('https:'),
      isDevelopment: before !== undefined,
      frameAncestors: await platform.frameAncestors(c.req.raw, services, c.res),
      scripts: frame?.scripts(config) ?? [],
      connections: frame?.connections(config) ?? [],
      reportTo: frame?.reportTo(config) ?? null,
      // Teams inside of a platform never pay by card.
      payments: config.stripe && !frame ? stripeOrigins(config.stripe.double) : undefined,
    })
    for (const [name, value] of Object.entries(secure)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    const packed = compress(c.req.raw, c.res)
    if (packed !== c.res) {
      // Without this, Hono copies the old Content-Length to the new response.
      c.res = undefined
      c.res = packed
    }
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'private, no-store')
    const kept = frame ? null : keepAttribution(config, c.req.raw)
    if (kept !== null && !c.res.headers.get('Cache-Control')?.includes('public')) {
      c.res.headers.append('Set-Cookie', kept)
    }
    log.info(
      {
        requestId,
        method: c.req.method,
        path: redactTokens(c.req.path),
        status: c.res.status,
        millis: Math.round(performance.now() - started),
        // The person or token that was refused.
        ...(c.res.status >= 400 ? visit.actor : {}),
      },
      'request',
    )
  })
  app.use('/api/v1/*', createApiGate(services))
  app.use(async (c, next) => {
    const { frame } = c.get('platform')
    // An admin's script adds its token to calls of the admin's extensions. A token of ours stays in our page.
    const isByToken = frame && !frame.session && readBearer(c.req.raw) !== null
    const refusal = findRefusal(c.req.raw, { appUrl: config.appUrl, isByToken: isByToken ?? false })
    return refusal === null ? next() : refuse(c, refusal)
  })

  const builtFiles = projectFile('build/client')
  app.use(
    `${clientFilesPath}*`,
    serveStatic({
      root: builtFiles,
      precompressed: true,
      onFound: (_path, c) => {
        c.header('Cache-Control', clientFilesCaching)
      },
    }),
    createStoredFiles(storedFilesIn(services)),
  )
  for (const file of ['/favicon.svg', '/robots.txt', '/example-shop/mug.svg']) {
    app.use(
      file,
      serveStatic({
        root: builtFiles,
        onFound: (_path, c) => {
          c.header('Cache-Control', 'public, max-age=3600')
        },
      }),
    )
  }
  if (build) app.route('/', buildAnswers(build))
  if (config.demoShopUrl !== undefined) {
    const { maxBytes: maxSize } = policyOf('POST', '/demo').body
    const onError = (c: Asked) =>
      refuse(c, new Refusal('too_large', 'This is too large for the shop.'))
    app.use('/demo/*', bodyLimit({ maxSize, onError }))
    app.route('/demo', demoShopAt(config.demoShopUrl))
  }
  app.all('*', async (c) => {
    const { path } = c.req
    if (!isReadable(path)) {
      return refuse(c, pageNotFound(c.req))
    }
    const context = contextOf(c)
    const sender = addressGroup(context.clientAddress)
    const { platform } = context
    const { lane, body: limit } = policyOf(c.req.method, path)
    const { incoming } = c.env
    let received: ReceivedBody | null = null
    try {
      checkStatedLength(incoming, limit)
      if (hasBody(c.req.method)) {
        // The guard refuses it, so nothing of a large body is read. Only a write is asked twice: a document’s
        // proof may work once.
        const asker = limit.isPrivate ? await platform.authenticate(c.req.raw, services) : undefined
        const isGuest = asker === null || asker instanceof Response
        if (!isGuest) received = await receiveBody(incoming, { ...limit, shares: bodies, sender })
      }
      const request = pageRequest(c.req.raw, {
        appUrl: config.appUrl,
        body: received?.body ?? null,
      })
      return await lanes.run(lane, sender, async () => {
        const entered = await platform.frame?.session?.enter(c.req.raw, services)
        return entered ?? pages(request, context)
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const response = await refuse(c, error)
      // The rest of the body must not be taken for the next request.
      if (!incoming.complete) response.headers.set('Connection', 'close')
      return response
    } finally {
      received?.release()
    }
  })
  app.onError((error, c) => {
    const requestId = c.get('requestId')
    if (!isBrokenOff(c.env.incoming)) log.error({ requestId, err: error }, 'unanswered')
    return errorResponse(new Refusal('failed', errorCatalog.somethingWrong), {
      path: c.req.path,
      requestId,
    })
  })

  const listener = getRequestListener(traceAnswers(services.tracing, app.fetch))
  const server = createServer(
    {
      // Ends slow requests. Idle connections outlive a proxy's keep-alive, so it never reuses a
      // closed one.
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      if (config.appUrl.startsWith('https:')) response.setHeader(transportHeader, transportPolicy)
      if (!isAnswerable(request, response)) return
      if (isTooLong(request.url ?? '')) {
        protectPlainAnswer(response)
        refuseEarly(request, response, tooLong())
        return
      }
      if (edge(request, response)) return
      protectPlainAnswer(response)
      if (operation(request, response)) return
      if (!hasReadableHost(request)) {
        refuseEarly(request, response, unknownHost())
        return
      }
      response.once('finish', () => {
        services.requests.count(response.statusCode)
      })
      const answer = () => {
        const sender = addressGroup(clientAddress(request, config.trustsProxy))
        const { method = '', url = '' } = request
        const [path = ''] = url.split('?', 1)
        const { lane } = policyOf(method, path)
        if (!lanes.hasCapacity(lane, sender)) refuseEarly(request, response, tooBusy())
        else if (isConnectionAddress(path)) deliver(request, response, sender)
        else void listener(request, response)
      }
      if (before) before(request, response, answer)
      else answer()
    },
  )
  // Without activity in either direction. Development keeps connections for its own messages.
  if (!before) server.setTimeout(limits.maxStalledMillis)
  return server
}

/** The answer as the platform's frame needs it, and without a cookie: the frame keeps none. */
function inFrame(frame: Frame, answer: Response, about: Answered): Response {
  const finished = frame.finish(answer, about)
  const headers = new Headers(finished.headers)
  headers.delete('Set-Cookie')
  for (const [name, value] of Object.entries(frame.headers(about.request, about.config))) {
    headers.set(name, value)
  }
  return new Response(finished.body, { status: finished.status, headers })
}
