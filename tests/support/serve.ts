/** The product over real HTTP in this process: edge, health, Hono and Remix from source. */
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import type { Platform } from '#app/platforms/platform.ts'
import { createEdge } from '#app/server/edge/edge.server.ts'
import { closeSlowReaders, connectionLimits } from '#app/server/connections.server.ts'
import { createHttpServer, type ServerLimits } from '#app/server/http.server.ts'
import { createOperation } from '#app/server/operation.server.ts'
import { createPageHandler, type PageHandler } from '#app/server/remix.server.ts'
import type { Services } from '#app/services.ts'
import { routeBuild } from './route-build.ts'

export type Served = {
  /** URL without a trailing slash. */
  baseUrl: string
  /** Requests a URL without following redirects, and asks for no compression unless a header does. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Number of connections, those of `fetch` included. */
  countConnections: () => Promise<number>
}

/** Parts of the server that a story replaces. */
export type ServedParts = {
  platforms?: readonly Platform[]
  /** Wraps the product's pages, for example to hold them back. */
  around?: (pages: PageHandler) => PageHandler
  limits?: Partial<ServerLimits>
}

let sharedPages: Promise<PageHandler> | undefined

/** Pages know a world by the context of a request alone, so all worlds of a process share them. */
const testPages = () =>
  (sharedPages ??= routeBuild().then((build) => createPageHandler(build, 'test')))

export async function serve(
  services: Services,
  { around = (pages) => pages, ...parts }: ServedParts = {},
): Promise<Served> {
  const edge = createEdge(services, parts.limits)
  const address = () => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const server = createHttpServer({
    ...parts,
    services,
    edge: edge.answer,
    operation: createOperation(services, edge.readFigures).answer,
    pages: around(await testPages()),
  })
  edge.attach(server)
  closeSlowReaders(server, { ...connectionLimits, ...parts.limits })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    edge.cut()
    await closed
    await edge.drain()
  })

  const baseUrl = address()
  return {
    baseUrl,
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers)
      // Packing and unpacking takes a sixth of the processor time of a screen.
      if (!headers.has('Accept-Encoding')) headers.set('Accept-Encoding', 'identity')
      return fetch(baseUrl + path, { redirect: 'manual', ...init, headers })
    },
    countConnections: () => promisify(server.getConnections.bind(server))(),
  }
}
