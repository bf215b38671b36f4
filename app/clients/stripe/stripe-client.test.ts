/** Calls to Stripe that take long in any of their parts end with the time of their work. */
import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { runWithin } from '#app/lib/async/deadline.server.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import { createStripeClient } from './stripe-client.server.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** The work's time, far below the 20 seconds of a call. */
const workMillis = 400

/** Timers are a little early, and late on a busy machine. */
const earlyMillis = 50
const lateMillis = 10_000

/** Expects a call to fail because its work's time is over, and not before. */
async function expectTimeOut(port: number): Promise<void> {
  const double = `http://127.0.0.1:${String(port)}`
  const { ask } = createStripeClient({ secretKey: 'sk_test_slow', double }, () => new Date())
  const begin = performance.now()
  const call = () => ask((stripe) => stripe.customers.retrieve('cus_slow'))
  await expect(runWithin(workMillis, () => new Date(), call)).rejects.toBeInstanceOf(TryLater)
  const took = performance.now() - begin
  expect(took).toBeGreaterThan(workMillis - earlyMillis)
  expect(took).toBeLessThan(workMillis + lateMillis)
}

async function serve(answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      answer(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Listens, and then accepts no connection. */
const deafSource = `
  const { parentPort } = require('node:worker_threads')
  const server = require('node:net').createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    // After the message is on its way.
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
  })
`

/** A server whose queue of connections is full, so that the system leaves further ones waiting. */
async function serveNoConnection(): Promise<number> {
  const worker = new Worker(deafSource, { eval: true })
  ends.push(() => worker.terminate())
  const [port] = (await once(worker, 'message')) as [number]
  const waiting: Socket[] = []
  ends.push(() => {
    for (const socket of waiting) socket.destroy()
  })
  let isFull = false
  while (!isFull) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    waiting.push(socket)
    isFull = await isLeftWaiting(socket)
  }
  return port
}

/** A connection within one machine is open in less than a millisecond. */
const isLeftWaiting = (socket: Socket) =>
  new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => {
      resolve(true)
    }, 300)
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(false)
    })
  })

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n'

test('a connection that doesn’t open ends with the time of its work', async () => {
  await expectTimeOut(await serveNoConnection())
})

test('an answer that doesn’t come ends with the time of its work', async () => {
  const port = await serve(() => {})
  await expectTimeOut(port)
})

test('an answer that comes a byte at a time ends with the time of its work', async () => {
  const port = await serve((socket) => {
    socket.write(head)
    const timer = setInterval(() => socket.write(' '), 50)
    ends.push(() => {
      clearInterval(timer)
    })
  })
  await expectTimeOut(port)
})
