/**
 * Bounds what clients that don't read their responses can make the process keep. Browsers send the
 * next request of a connection when they have the response, so honest ones never come near.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionLimits = {
  /** Requests of one connection whose responses aren't sent yet. */
  maxPipelined: number
  /** Bytes of responses that wait in all sockets together. */
  maxUnreadBytes: number
  /** A connection whose client takes nothing of a response for this long is closed. */
  maxStalledMillis: number
}

export const connectionLimits: ConnectionLimits = {
  maxPipelined: 8,
  maxUnreadBytes: 64 * 1024 * 1024,
  maxStalledMillis: 30_000,
}

/** How often the waiting bytes are summed up. */
const checkMillis = 250

export type PipelineGate = (request: IncomingMessage, response: ServerResponse) => boolean

/** False when the connection has too many unanswered requests; it is closed then. */
export function createPipelineGate({ maxPipelined }: ConnectionLimits): PipelineGate {
  const unanswered = new WeakMap<Socket, number>()

  return ({ socket }, response) => {
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > maxPipelined) {
      socket.destroy()
      return false
    }
    unanswered.set(socket, count)
    response.once('close', () => {
      unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
    })
    return true
  }
}

/**
 * While too many bytes wait, closes the connections that have waited longest: a client that reads
 * is never among them for long. Ends with the server. Call after everything else listens for
 * connections.
 */
export function closeSlowReaders(server: Server, { maxUnreadBytes }: ConnectionLimits): void {
  const open = new Set<Socket>()
  /** Those with waiting bytes, the longest wait first. */
  const waiting = new Set<Socket>()

  const check = () => {
    let unread = 0
    for (const socket of open) {
      unread += socket.writableLength
      if (socket.writableLength === 0) waiting.delete(socket)
      else waiting.add(socket)
    }
    for (const socket of waiting) {
      if (unread <= maxUnreadBytes) return
      unread -= socket.writableLength
      socket.destroy()
    }
  }
  const timer = setInterval(check, checkMillis).unref()

  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      waiting.delete(socket)
    })
  })
  server.once('close', () => {
    clearInterval(timer)
  })
}
