/** Exchanges raw bytes with a server, chunk by chunk, and records everything it sends. */
import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type Listening = {
  server: Server
  port: number
  /** The server's sockets, in order of connection. */
  sockets: Socket[]
}

/** @param stop also called at the end */
export async function listenInTest(server: Server, stop = () => {}): Promise<Listening> {
  const sockets: Socket[] = []
  server.prependListener('connection', (socket: Socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    for (const socket of sockets) socket.destroy()
    stop()
    await closed
  })
  return { server, port: (server.address() as AddressInfo).port, sockets }
}

export type SocketClient = {
  socket: Socket
  /** The server's socket. */
  theirs: Socket
  /** Resolves when the server has read everything, or closed the connection. */
  write: (chunk: string | Buffer) => Promise<void>
  received: () => string
  hasEnded: () => boolean
}

export async function openClient({ port, sockets }: Listening): Promise<SocketClient> {
  const before = sockets.length
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  const chunks: Buffer[] = []
  let hasEnded = false
  let sent = 0
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (const end of ['end', 'close']) socket.on(end, () => (hasEnded = true))
  // A connection reset counts as its end. The received bytes show the rest.
  socket.on('error', () => (hasEnded = true))
  await until(() => sockets.length > before)
  const theirs = sockets[before]
  if (!theirs) throw new Error('The connection did not arrive.')

  return {
    socket,
    theirs,
    async write(chunk) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk
      if (bytes.length === 0 || hasEnded) return
      sent += bytes.length
      socket.write(bytes)
      await until(() => theirs.bytesRead >= sent || theirs.destroyed || hasEnded)
    },
    received: () => Buffer.concat(chunks).toString('latin1'),
    hasEnded: () => hasEnded,
  }
}

/** Sends the chunks one after the other, then closes. Returns everything received. */
export async function converse(listening: Listening, chunks: readonly Buffer[]): Promise<string> {
  const client = await openClient(listening)
  for (const chunk of chunks) await client.write(chunk)
  client.socket.end()
  await until(client.hasEnded)
  client.socket.destroy()
  return client.received().replaceAll(/\r\nDate: [^\r]+/g, '\r\nDate: now')
}

/** Waits in turns of the event loop, up to the test's time limit. */
export async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve))
}
