/** A double of a provider on this machine: an account with a token, a limit of requests, and orders. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type SeenRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Failures that the provider simulates instead of answering properly. */
type Fault =
  | { status: number; headers?: Record<string, string>; body?: string | Buffer }
  | 'hang up'
  | 'say nothing'
  /** A byte now and then, without an end. */
  | 'drip'

export type ProviderServer = {
  url: string
  token: string
  /** Each request that arrived, oldest first. */
  seen: SeenRequest[]
  orders: unknown[]
  /** As its owner does in the provider's settings: the token is refused from now on. */
  revoke: () => void
  /** Answers 429 after so many more requests, with this Retry-After, until called again. */
  limit: (requests: number, retryAfter?: string) => void
  /** The next request meets this fault. */
  failNext: (fault: Fault) => void
  /** The caller's duty. */
  stop: () => Promise<void>
}

export async function startProviderServer(): Promise<ProviderServer> {
  const seen: SeenRequest[] = []
  const orders: unknown[] = []
  const token = 'provider-token'
  let isRevoked = false
  let left = Infinity
  let retryAfter: string | undefined
  let faults: Fault[] = []

  const answer = ({ method, path, headers, body }: SeenRequest, response: ServerResponse) => {
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    left -= 1
    if (isRevoked || headers.authorization !== `Bearer ${token}`) {
      json(401, { error: 'token_revoked' })
    } else if (left < 0) {
      if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter)
      json(429, { error: 'slow_down' })
    } else if (path === '/orders' && method === 'POST') {
      const isJson = headers['content-type'] === 'application/json'
      const order: unknown = isJson
        ? JSON.parse(body)
        : Object.fromEntries(new URLSearchParams(body))
      orders.push(order)
      json(201, { id: orders.length })
    } else if (path.startsWith('/orders')) json(200, { orders })
    else json(404, { error: 'unknown_path', path })
  }

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url: path = '', headers } = request
      const one = { method, path, headers, body }
      seen.push(one)
      const fault = faults.shift()
      if (fault === undefined) answer(one, response)
      else if (fault === 'hang up') request.socket.destroy()
      else if (fault === 'drip') drip(response)
      else if (fault !== 'say nothing') {
        response.writeHead(fault.status, fault.headers).end(fault.body ?? '')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${String(port)}`,
    token,
    seen,
    orders,
    revoke() {
      isRevoked = true
    },
    limit(requests, after) {
      left = requests
      retryAfter = after
    },
    failNext(fault) {
      faults = [...faults, fault]
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Until the other side hangs up. */
function drip(response: ServerResponse) {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => {
    clearInterval(timer)
  })
}
