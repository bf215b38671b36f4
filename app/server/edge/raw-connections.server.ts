/**
 * Responds to the pixel's plain requests on the socket itself. Node's parser and its objects cost
 * more than everything else that reading a payload needs.
 *
 * A connection starts here and stays as long as each chunk is exactly one such request. From the
 * first other byte on it belongs to Node's server permanently, which sees that chunk as the start
 * of the connection. Two parsers never share a message or the border between two messages
 * (docs/decisions/0010-raw-read-path.md).
 */
import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { isPromise, type MaybePromise } from '#app/lib/async/maybe-promise.ts'
import { headerLines, type EdgeResponse } from './edge-response.server.ts'
import type { RequestHead } from './request-head.ts'
import { readRequest, type RawRequest } from './raw-request.ts'

type Parts = {
  /** A connection whose client takes nothing of a response for this long is closed. */
  maxStalledMillis: number
  answer: (request: RawRequest & RequestHead) => MaybePromise<EdgeResponse>
  /** The response when that failed. */
  failure: (error: unknown) => EdgeResponse
  /** Headers of every response: name, value, name, value. None by default. */
  always?: readonly string[]
}

export type RawConnections = {
  /** Call before the server listens. */
  attach: (server: Server) => void
  /** Closes idle connections now, the others after their response. */
  startDraining: () => void
  /** Closes connections that still wait for a response. */
  cut: () => void
}

type Connection = {
  socket: Socket
  /** A request waits for its response. */
  isBusy: boolean
  /** More arrived meanwhile. It waits in the socket's buffer, and nothing further is read. */
  isHeldBack: boolean
  /** The client has sent everything. */
  hasEnded: boolean
}

export function createRawConnections({
  maxStalledMillis,
  answer,
  failure,
  always = [],
}: Parts): RawConnections {
  const alwaysText = headerLines(always)
  const open = new Set<Connection>()
  let isDraining = false

  function take(socket: Socket, server: Server, handOn: (socket: Socket) => void): void {
    const connection: Connection = { socket, isBusy: false, isHeldBack: false, hasEnded: false }

    function leave(): void {
      open.delete(connection)
      socket.off('data', hear).off('end', end).off('timeout', expire).off('drain', goOn)
      socket.off('close', leave)
    }

    function hear(chunk: Buffer): void {
      if (connection.isBusy) {
        holdBack(chunk)
        return
      }
      const request = readRequest(chunk)
      if (!request) {
        leave()
        socket.off('error', ignore)
        socket.setTimeout(0)
        socket.pause()
        socket.unshift(chunk)
        handOn(socket)
        socket.resume()
        return
      }
      let pending: MaybePromise<EdgeResponse>
      try {
        const { uuid, rawHeaders, body } = request
        pending = answer({ uuid, rawHeaders, body, socket })
      } catch (error) {
        pending = failure(error)
      }
      if (isPromise(pending)) wait(pending)
      else respond(pending)
    }

    /**
     * Browsers send the next request after the answer, so only a socket that sends it earlier is
     * paused: pausing and resuming each one costs more than reading its request.
     */
    function holdBack(chunk: Buffer): void {
      connection.isHeldBack = true
      socket.pause()
      socket.unshift(chunk)
    }

    function wait(later: Promise<EdgeResponse>): void {
      connection.isBusy = true
      later.then(finish, (error: unknown) => {
        finish(failure(error))
      })
    }

    function finish(known: EdgeResponse): void {
      connection.isBusy = false
      if (!socket.writable) return
      if (connection.isHeldBack) {
        connection.isHeldBack = false
        socket.resume()
      }
      respond(known)
      if (connection.hasEnded) socket.end()
    }

    function respond(known: EdgeResponse): void {
      const { keepAliveTimeout } = server
      const text = serializeResponse(known, {
        keepMillis: isDraining ? null : keepAliveTimeout,
        alwaysText,
      })
      // Back-pressure: a client that doesn't read isn't read from either.
      const isTaken = socket.write(text, known.encoding)
      if (!isTaken) socket.pause()
      const timeout = isTaken ? keepAliveTimeout : maxStalledMillis
      if (socket.timeout !== timeout) socket.setTimeout(timeout)
      if (isDraining) socket.destroySoon()
    }

    const goOn = () => {
      socket.setTimeout(server.keepAliveTimeout)
      socket.resume()
    }
    const end = () => {
      connection.hasEnded = true
      if (!connection.isBusy) socket.end()
    }
    const expire = () => {
      if (!connection.isBusy) socket.destroy()
    }

    open.add(connection)
    socket.on('data', hear).on('end', end).on('timeout', expire).on('drain', goOn)
    socket.on('close', leave).on('error', ignore)
    socket.setTimeout(server.headersTimeout)
  }

  return {
    attach(server) {
      const [parse] = server.listeners('connection')
      if (!parse) throw new Error('The server takes no connections.')
      const handOn = (socket: Socket) => {
        Reflect.apply(parse, server, [socket])
      }
      server.removeAllListeners('connection')
      server.on('connection', (socket) => {
        if (isDraining) handOn(socket)
        else take(socket, server, handOn)
      })
    },
    startDraining() {
      isDraining = true
      for (const { socket, isBusy } of open) if (!isBusy) socket.destroySoon()
    },
    cut() {
      for (const { socket } of open) socket.destroy()
    },
  }
}

/** An error closes the connection anyway. */
const ignore = () => undefined

/**
 * Serializes a response into the same bytes that Node would send.
 *
 * @param keepMillis how long the connection stays open for another request; null: it closes
 */
function serializeResponse(
  { status, headerBlock, extraHeaders, body }: EdgeResponse,
  { keepMillis, alwaysText }: { keepMillis: number | null; alwaysText: string },
): string {
  const kept =
    keepMillis === null
      ? 'Connection: close\r\n\r\n'
      : `Connection: keep-alive\r\nKeep-Alive: timeout=${String(Math.floor(keepMillis / 1000))}\r\n\r\n`
  const headers = alwaysText + headerBlock.text + headerLines(extraHeaders)
  return statusLine(status) + headers + dateLine() + kept + body
}

const statusLine = (status: number) =>
  `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? 'Unknown'}\r\n`

let dateHeader = ''
let dateHeaderUntil = 0

/** RFC 9110 6.6.1, rebuilt once a second. */
function dateLine(): string {
  const now = Date.now()
  // The clock may also have been set back.
  if (now >= dateHeaderUntil || now < dateHeaderUntil - 1_000) {
    dateHeader = `Date: ${new Date(now).toUTCString()}\r\n`
    dateHeaderUntil = now - (now % 1_000) + 1_000
  }
  return dateHeader
}
