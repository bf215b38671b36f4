/** Health and metrics, handled before any framework so that they stay accurate under load. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'
import { isLoopback } from '#app/lib/web/address-group.ts'
import type { Services } from '#app/services.ts'
import { clientAddress } from './client-address.ts'
import type { EdgeFigures } from './edge/edge-figures.ts'
import { headerOf } from './edge/request-head.ts'
import { createMetrics } from './metrics.server.ts'

/** True when it handles the request. */
export type OperationHandler = (request: IncomingMessage, response: ServerResponse) => boolean

type Operation = {
  answer: OperationHandler
  /** From now on the ready check fails, and connections close after their response. */
  startDraining: () => void
}

/** Short, because load balancers check often and wait briefly. */
const readyMillis = 1_500

export function createOperation(services: Services, readEdge: () => EdgeFigures): Operation {
  const { config, pool, log } = services
  let isDraining = false
  const metrics = createMetrics({ services, readEdge, isDraining: () => isDraining })

  async function isReady(): Promise<boolean> {
    if (isDraining) return false
    if (readEdge().events.log?.isExhausted) {
      log.warn('not ready: the log of events takes nothing now')
      return false
    }
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(() => {
        reject(new Error('the database did not answer in time'))
      }, readyMillis).unref()
    })
    try {
      await Promise.race([pool.query('select 1'), late])
      return true
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      return false
    }
  }

  const answers: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/health/live': (response) => {
      send(response, { status: 200, type: 'application/json', body: '{"status":"live"}' })
      return Promise.resolve()
    },
    '/health/ready': async (response) => {
      const ready = await isReady()
      const body = JSON.stringify({ status: ready ? 'ready' : 'not ready' })
      send(response, { status: ready ? 200 : 503, type: 'application/json', body })
    },
    '/metrics': async (response) => {
      send(response, { status: 200, type: metrics.contentType, body: await metrics.read() })
    },
  }

  /** Requests that a proxy on this machine passes on come from anywhere. */
  const isFromHere = (request: IncomingMessage) =>
    isLoopback(clientAddress(request, config.trustsProxy)) &&
    (config.trustsProxy || headerOf(request, 'x-forwarded-for') === undefined)

  const mayReadMetrics = (request: IncomingMessage) =>
    config.metricsToken === undefined
      ? isFromHere(request)
      : timingSafeEqualText(
          headerOf(request, 'authorization') ?? '',
          `Bearer ${config.metricsToken}`,
        )

  return {
    answer(request, response) {
      if (isDraining) response.setHeader('Connection', 'close')
      const path = request.url?.split('?', 1)[0] ?? ''
      const answer = answers[path]
      if (!answer) return false
      // Not found, like any other address.
      if (path === '/metrics' && !mayReadMetrics(request)) return false
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('Allow', 'GET, HEAD')
        send(response, { status: 405, type: 'application/json', body: '{"message":"Use GET."}' })
        return true
      }
      answer(response).catch((error: unknown) => {
        log.error({ err: error }, 'operation answer failed')
        response.destroy()
      })
      return true
    },
    startDraining() {
      isDraining = true
    },
  }
}

type Answer = { status: number; type: string; body: string }

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  })
  response.end(body)
}
