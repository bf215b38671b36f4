/**
 * The public edge: what installed pixels call, answered before any framework.
 *
 * This is the hot path, run for every page view of every shop. Not to be added here: middleware,
 * cookies, sessions, a query per request, compression or hashing per request, a log line per
 * request, a statement per event. What a request needs is in memory or in the one commit that it
 * shares with others (performance.md section 5).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  createCollector,
  defaultLimits,
  type QueueLimits,
} from '#app/domain/events/collect.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { projectFile } from '#app/lib/project.server.ts'
import type { Soon } from '#app/lib/soon.ts'
import type { Services } from '#app/services.ts'
import { refusalOf } from '../answers.server.ts'
import { clientAddress } from '../client-address.ts'
import { createAdmission, defaultRates, type Rates } from './admission.server.ts'
import { answerJson, answerPreflight, answerRefusal } from './answer.server.ts'
import { EndlessBody } from './body.server.ts'
import { createBotCheck } from './bots.server.ts'
import { answerText } from './coded-text.server.ts'
import { takeEvents, unknownSite } from './events.server.ts'
import { createFairRoom } from './fair-room.ts'
import { createLibrary, libraryHead, partHead, substituteHead } from './library.server.ts'
import { answerPayload, type Asked, type Exchange } from './payload.server.ts'
import { senderOf } from './sender.server.ts'

/** True when it answers the request. */
export type EdgeHandler = (request: IncomingMessage, response: ServerResponse) => boolean

type Edge = {
  answer: EdgeHandler
  /** From now on connections are closed after their answer. */
  startDraining: () => void
  /** Resolves when every event that was taken is committed. */
  drain: () => Promise<void>
}

const scriptPath = /^\/js\/(pixel\.(?:library|(?:showing|facts)\.[0-9a-f]{12})\.js)$/
const libraryName = 'pixel.library.js'
const scriptStart = '/js/pixel.'
const sitePath = /^\/api\/pixel\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/events)?$/i

export type EdgeLimits = QueueLimits & Rates

/** @param limits bounds of what waits to be stored and of who may ask; the product's when absent */
export function createEdge(services: Services, limits: Partial<EdgeLimits> = {}): Edge {
  const { config, directory, log } = services
  const collector = createCollector(services, limits)
  const { admit } = createAdmission({ ...defaultRates, ...limits })
  const reporting = {
    directory,
    collector,
    room: createFairRoom(limits.maxRows ?? defaultLimits.maxRows),
    isBot: createBotCheck(),
  }
  const scriptOf = (name: RegExp) =>
    createLibrary({ folder: projectFile('build/pixel'), name, isWatched: !config.isProduction })
  const scripts = {
    library: scriptOf(/^pixel\.library\.js$/),
    showing: scriptOf(/^pixel\.showing\./),
    facts: scriptOf(/^pixel\.facts\./),
  }
  let isDraining = false

  async function answerScript(name: string, { request, response }: Exchange) {
    if (!allows(request, response, 'GET, HEAD')) return
    const ready = await scripts[partOf(name)]()
    if (!ready) throw new Refusal('unavailable', 'The pixel is not built. Run "npm run build".')
    const own = name === libraryName ? libraryHead : partHead
    const head = ready.name === name ? own : substituteHead
    answerText(request, response, { text: ready.text, head })
  }

  function answerSite(request: IncomingMessage, response: ServerResponse, asked: Asked) {
    if (!allows(request, response, 'GET, HEAD')) return
    admit('read', {
      uuid: asked.uuid,
      address: clientAddress(request, config.trustsProxy),
    })
    return answerPayload(services, { request, response }, asked)
  }

  async function answerEvents(request: IncomingMessage, response: ServerResponse, uuid: string) {
    if (!allows(request, response, 'POST')) return
    const sender = senderOf(request, config.trustsProxy)
    admit('report', { uuid, address: sender.address })
    const answer = await takeEvents(request, { uuid, sender }, reporting)
    // The stop may have begun while the commit was under way.
    if (isDraining) response.shouldKeepAlive = false
    answerJson(response, 200, answer)
  }

  /** @throws Refusal */
  function answerPath(path: string, query: string, { request, response }: Exchange): Soon<void> {
    const script = scriptPath.exec(path)?.[1]
    if (script) return answerScript(script, { request, response })
    const match = sitePath.exec(path)
    if (!match?.[1]) throw unknownSite()
    const uuid = ownCopy(match[1].toLowerCase())
    return match[2] === undefined
      ? answerSite(request, response, { uuid, query })
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
      const url = request.url ?? ''
      const end = url.indexOf('?')
      const path = end === -1 ? url : url.slice(0, end)
      if (!path.startsWith(scriptStart) && !path.startsWith('/api/pixel/')) return false
      if (isDraining) response.shouldKeepAlive = false
      const fail = (error: unknown) => {
        answerError(request, response, error)
      }
      try {
        const query = end === -1 ? '' : url.slice(end + 1)
        const answering = answerPath(path, query, { request, response })
        if (answering) answering.catch(fail)
      } catch (error) {
        fail(error)
      }
      return true
    },
    startDraining() {
      isDraining = true
    },
    drain: collector.drain,
  }
}

function partOf(name: string): 'library' | 'showing' | 'facts' {
  if (name === libraryName) return 'library'
  return name.startsWith('pixel.showing.') ? 'showing' : 'facts'
}

/** V8 keeps the whole address alive with a part of it, and what is kept here is kept by the part. */
const ownCopy = (part: string) => Buffer.from(part, 'latin1').toString('latin1')

/** False when it has answered: a preflight, or a method that the address does not know. */
function allows(request: IncomingMessage, response: ServerResponse, methods: string): boolean {
  const { method = '' } = request
  if (method === 'GET' ? methods === 'GET, HEAD' : methods.split(', ').includes(method)) return true
  if (request.method === 'OPTIONS') {
    answerPreflight(response, `${methods}, OPTIONS`)
    return false
  }
  const refusal = new Refusal('method_not_allowed', `Use ${methods.split(', ')[0] ?? ''}.`)
  answerRefusal(response, refusal, { Allow: `${methods}, OPTIONS` })
  return false
}
