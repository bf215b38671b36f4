/**
 * The HTTP server: the public edge first, without any framework; health and metrics; then Hono with
 * the built files and, for all else, Remix.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { projectFile } from '../lib/project.server.ts'
import { Refusal } from '../lib/errors.ts'
import type { Services } from '../services.ts'
import { answerOf } from './answers.server.ts'
import { clientAddress } from './client-address.ts'
import { compress } from './compress.server.ts'
import type { EdgeHandler } from './edge/edge.server.ts'
import type { OperationHandler } from './operation.server.ts'
import type { PageHandler } from './remix.server.ts'
import { isForeignWrite, securityHeaders } from './security.server.ts'

type Parts = {
  services: Services
  edge: EdgeHandler
  operation: OperationHandler
  pages: PageHandler
  /** The demo shop's own pages; absent when there is no demo. */
  demo?: Hono
  /** Development only: Vite's own files are served ahead of Hono. */
  before?: Middleware
}

export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void

/** Integrations.md section 12: a body of the API is 256 KiB at most. */
const maxBodyBytes = 256 * 1024
const maxUrlLength = 8 * 1024

type Bindings = { incoming: IncomingMessage; outgoing: ServerResponse }

export function createHttpServer(parts: Parts): Server {
  const { services, edge, operation, pages, demo, before } = parts
  const { config, log } = services
  const app = new Hono<{ Bindings: Bindings; Variables: { nonce: string; requestId: string } }>()

  app.use(async (c, next) => {
    const requestId = randomUUID()
    const nonce = randomUUID()
    c.set('requestId', requestId)
    c.set('nonce', nonce)
    const started = performance.now()
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    const secure = securityHeaders(nonce, {
      isHttps: config.appUrl.startsWith('https:'),
      isDevelopment: before !== undefined,
    })
    for (const [name, value] of Object.entries(secure)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    const packed = compress(c.req.raw, c.res)
    if (packed !== c.res) {
      // Assigned over an answer, Hono would bring the old one's Content-Length back.
      c.res = undefined
      c.res = packed
    }
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'private, no-store')
    log.info(
      {
        requestId,
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        millis: Math.round(performance.now() - started),
      },
      'request',
    )
  })
  app.use(async (c, next) => {
    if (!isForeignWrite(c.req.raw, config.appUrl)) return next()
    const refusal = new Refusal('forbidden', 'This request came from another site.')
    return answerOf(refusal, c.req.path, c.get('requestId'))
  })
  app.use(
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: (c) =>
        answerOf(
          new Refusal('too_large', 'The body is larger than 256 KiB.'),
          c.req.path,
          c.get('requestId') as string,
        ),
    }),
  )

  const builtFiles = projectFile('build/client')
  app.use(
    '/assets/*',
    serveStatic({
      root: builtFiles,
      precompressed: true,
      onFound: (_path, c) => {
        c.header('Cache-Control', 'public, max-age=31536000, immutable')
      },
    }),
  )
  for (const file of ['/favicon.svg', '/robots.txt']) {
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
  if (demo) app.route('/demo', demo)
  app.all('*', (c) =>
    pages(c.req.raw, {
      services,
      nonce: c.get('nonce'),
      requestId: c.get('requestId'),
      clientAddress: clientAddress(c.env.incoming, config.trustsProxy),
      isDataRequest: c.req.path.endsWith('.data'),
    }),
  )
  app.onError((error, c) => {
    log.error({ requestId: c.get('requestId'), err: error }, 'unanswered')
    return c.json({ message: 'Something went wrong', request_id: c.get('requestId') }, 500)
  })

  const listener = getRequestListener(app.fetch)
  const server = createServer(
    {
      // T44 (security.md): slow heads and bodies end; idle connections outlive a proxy's own limit.
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      if ((request.url?.length ?? 0) > maxUrlLength) {
        response.writeHead(414, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
        response.end('The address is too long.')
        return
      }
      if (edge(request, response) || operation(request, response)) return
      const answer = () => void listener(request, response)
      if (before) before(request, response, answer)
      else answer()
    },
  )
  return server
}
