/** A double of a merchant's server that gets webhooks: a path for each way to behave. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedWebhook = {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** How a path answers. */
type Behavior =
  | { status: number; headers?: Record<string, string>; body?: string }
  /** Never sends its headers. */
  | 'hang'
  /** Sends a body that doesn't end. */
  | 'endless body'
  /** Breaks the connection off. */
  | 'hang up'
  /** Answers when `release` is called. */
  | 'wait'

export type WebhookReceiver = {
  origin: string
  /** Each request, oldest first. */
  received: ReceivedWebhook[]
  /** Bodies that a path received, parsed. */
  bodiesAt: (path: string) => Record<string, unknown>[]
  /** From now on; until then each path answers 204. */
  behave: (path: string, behavior: Behavior) => void
  /** Answers all requests that wait. */
  release: () => void
  /** The caller's duty. */
  stop: () => Promise<void>
}

/** @param onReceived called with each request */
export async function startWebhookReceiver(
  onReceived: (webhook: ReceivedWebhook) => void = () => undefined,
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const behaviors = new Map<string, Behavior>()
  let waiting: ServerResponse[] = []

  const answer = (path: string, response: ServerResponse) => {
    const behavior = behaviors.get(path) ?? { status: 204 }
    switch (behavior) {
      case 'hang':
        return
      case 'hang up':
        response.socket?.destroy()
        return
      case 'wait':
        waiting.push(response)
        return
      case 'endless body':
        response.writeHead(200, { 'Content-Type': 'text/plain' })
        sendForever(response)
        return
      default:
        response.writeHead(behavior.status, behavior.headers).end(behavior.body ?? '')
    }
  }

  const server = createServer((request, response) => {
    void text(request).then(
      (body) => {
        const { url: path = '', headers } = request
        const webhook = { path, headers, body }
        received.push(webhook)
        onReceived(webhook)
        answer(path, response)
      },
      () => undefined,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    origin: `http://127.0.0.1:${String(port)}`,
    received,
    bodiesAt: (path) =>
      received
        .filter((one) => one.path === path)
        .map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    behave(path, behavior) {
      behaviors.set(path, behavior)
    },
    release() {
      for (const response of waiting) response.writeHead(204).end()
      waiting = []
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** As fast as it is read. */
function sendForever(response: ServerResponse): void {
  const piece = 'x'.repeat(1_000)
  const send = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', send)
  response.on('error', () => undefined)
  send()
}
