/**
 * The public edge: what installed pixels call, answered before any framework.
 *
 * This is the hot path, run for every page view of every shop. Not to be added here: middleware,
 * cookies, sessions, a query per request, compression or hashing per request, a log line per
 * request, a statement per event. What a request needs is in memory or in the one commit that it
 * shares with others (performance.md section 5).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createCollector, type QueueLimits } from '#app/domain/events/collect.server.ts'
import type { ServedPayload } from '#app/domain/sites/directory.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { projectFile } from '#app/lib/project.server.ts'
import type { Services } from '#app/services.ts'
import { refusalOf } from '../answers.server.ts'
import { answerJson, answerPreflight, answerRefusal } from './answer.server.ts'
import { EndlessBody } from './body.server.ts'
import { createBotCheck } from './bots.server.ts'
import { takeEvents, unknownSite } from './events.server.ts'
import { createLibrary } from './library.server.ts'
import { answerVariant, createVariants, type Variants } from './variants.server.ts'

/** True when it answers the request. */
export type EdgeHandler = (request: IncomingMessage, response: ServerResponse) => boolean

type Edge = {
  answer: EdgeHandler
  /** From now on connections are closed after their answer. */
  startDraining: () => void
  /** Resolves when every event that was taken is committed. */
  drain: () => Promise<void>
}

const libraryPath = '/js/pixel.library.js'
const sitePath = /^\/api\/pixel\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/events)?$/i

/**
 * Short, and never served stale by a browser: a nudge whose activity was erased is gone at the next
 * page view after ten seconds. A cache in front may bridge an outage as long as we would.
 */
const payloadCacheControl = 'public, max-age=10, stale-if-error=600'

/** @param limits bounds of what waits to be stored; those of the product when absent */
export function createEdge(services: Services, limits: Partial<QueueLimits> = {}): Edge {
  const { config, directory, log } = services
  const collector = createCollector(services, limits)
  const isBot = createBotCheck()
  const library = createLibrary({
    file: projectFile('build/pixel/pixel.library.js'),
    isWatched: !config.isProduction,
  })
  // Beside the payload and not in it: the domain knows no headers.
  const variants = new WeakMap<ServedPayload, Variants>()
  let isDraining = false

  async function answerLibrary(request: IncomingMessage, response: ServerResponse) {
    if (!allows(request, response, 'GET, HEAD')) return
    const ready = await library()
    if (!ready) throw new Refusal('unavailable', 'The pixel is not built. Run "npm run build".')
    answerVariant(request, response, ready)
  }

  async function answerPayload(request: IncomingMessage, response: ServerResponse, uuid: string) {
    if (!allows(request, response, 'GET, HEAD')) return
    const payload = await directory.payload(uuid)
    if (!payload) throw unknownSite()
    let ready = variants.get(payload)
    if (!ready) {
      ready = createVariants({
        ...payload,
        identity: payload.json,
        contentType: 'application/json; charset=utf-8',
        cacheControl: payloadCacheControl,
      })
      variants.set(payload, ready)
    }
    answerVariant(request, response, ready)
  }

  async function answerEvents(request: IncomingMessage, response: ServerResponse, uuid: string) {
    if (!allows(request, response, 'POST')) return
    const answer = await takeEvents(request, uuid, { directory, collector, isBot })
    // The stop may have begun while the commit was under way.
    if (isDraining) response.shouldKeepAlive = false
    answerJson(response, 200, answer)
  }

  function route(request: IncomingMessage, response: ServerResponse): Promise<void> | null {
    const path = request.url?.split('?', 1)[0] ?? ''
    if (path === libraryPath) return answerLibrary(request, response)
    if (!path.startsWith('/api/pixel/')) return null
    const match = sitePath.exec(path)
    const uuid = match?.[1]?.toLowerCase()
    if (uuid === undefined) return Promise.reject(unknownSite())
    return match?.[2] === undefined
      ? answerPayload(request, response, uuid)
      : answerEvents(request, response, uuid)
  }

  function answerError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    // Nobody is left to be told.
    if (response.headersSent || (request.destroyed && !request.complete)) {
      response.destroy()
      return
    }
    if (error instanceof EndlessBody) {
      response.shouldKeepAlive = false
      request.resume()
    }
    const refusal = refusalOf(error)
    if (refusal) {
      answerRefusal(response, refusal)
      return
    }
    log.error({ err: error }, 'the public edge failed')
    answerJson(response, 500, { message: 'Something went wrong', errors: {} })
  }

  return {
    answer(request, response) {
      const answering = route(request, response)
      if (!answering) return false
      if (isDraining) response.shouldKeepAlive = false
      answering.catch((error: unknown) => {
        answerError(request, response, error)
      })
      return true
    },
    startDraining() {
      isDraining = true
    },
    drain: collector.drain,
  }
}

/** False when it has answered: a preflight, or a method that the address does not know. */
function allows(request: IncomingMessage, response: ServerResponse, methods: string): boolean {
  if (methods.split(', ').includes(request.method ?? '')) return true
  if (request.method === 'OPTIONS') {
    answerPreflight(response, `${methods}, OPTIONS`)
    return false
  }
  const refusal = new Refusal('method_not_allowed', `Use ${methods.split(', ')[0] ?? ''}.`)
  answerRefusal(response, refusal, { Allow: `${methods}, OPTIONS` })
  return false
}
