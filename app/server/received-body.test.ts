import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createFairShare, type FairShare } from './edge/fair-share.ts'
import { isBrokenOff, receiveBody, UnreadBody, type BodyBounds } from './received-body.server.ts'

const sender = '203.0.113.7'

type Outcome = { text: string } | { error: unknown; isBrokenOff: boolean }

/** A server that receives bodies and answers nothing, and the request that it gets next. */
async function listen(shares: FairShare, bounds: Partial<BodyBounds> = {}) {
  const outcomes: Outcome[] = []
  const limits = { maxBytes: 100, sentence: 'Too large.', shares, sender, ...bounds }
  let received: IncomingMessage | undefined
  const server = createServer((request) => {
    received = request
    receiveBody(request, limits).then(
      ({ body, release }) => {
        release()
        outcomes.push({ text: body.toString() })
      },
      (error: unknown) => outcomes.push({ error, isBrokenOff: isBrokenOff(request) }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(async () => {
    socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    socket,
    request: () => received,
    send: (framing: string, body: string) =>
      socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n${body}`),
    outcome: async () => {
      await expect.poll(() => outcomes).toHaveLength(1)
      return outcomes[0]
    },
  }
}

const plenty = () => createFairShare(10_000)

test.each([
  ['with a length', 'Content-Length: 5', 'a=b&c'],
  ['in chunks', 'Transfer-Encoding: chunked', '3\r\na=b\r\n2\r\n&c\r\n0\r\n\r\n'],
])('a body %s is received whole', async (_how, framing, bytes) => {
  const { send, outcome } = await listen(plenty())

  send(framing, bytes)

  expect(await outcome()).toEqual({ text: 'a=b&c' })
})

test.each([
  ['that says so', 'Content-Length: 101', ''],
  ['in chunks', 'Transfer-Encoding: chunked', `65\r\n${'a'.repeat(101)}\r\n`],
])('a body %s beyond the limit is refused before its end', async (_how, framing, bytes) => {
  const { send, outcome } = await listen(plenty())

  send(framing, bytes)

  const { error } = (await outcome()) as { error: unknown }
  expect(error).toBeInstanceOf(UnreadBody)
  expect(error).toMatchObject({ code: 'too_large', message: 'Too large.' })
})

test('where the connection has to stay usable, the rest is dropped up to its limit', async () => {
  const { send, outcome } = await listen(plenty(), { maxDroppedBytes: 100 })

  send('Content-Length: 150', 'a'.repeat(150))

  const { error } = (await outcome()) as { error: unknown }
  expect(error).not.toBeInstanceOf(UnreadBody)
  expect(error).toMatchObject({ code: 'too_large' })
})

test.each([
  ['with a length', 'Content-Length: 50', 'a=b'],
  ['in chunks', 'Transfer-Encoding: chunked', '3\r\na=b\r\n'],
  ['before its first byte', 'Transfer-Encoding: chunked', ''],
])('a body that its sender breaks off %s is malformed', async (_how, framing, bytes) => {
  const { socket, send, outcome, request } = await listen(plenty())

  send(framing, bytes)
  await expect.poll(request).toBeDefined()
  socket.destroy()

  expect(await outcome()).toMatchObject({ error: { code: 'malformed' }, isBrokenOff: true })
})

test('the rest of a body that was refused for lack of room holds no room', async () => {
  const shares = createFairShare(100)
  const giveBack = shares.hold('another', 100)
  const { send, outcome, request, socket } = await listen(shares)

  send('Content-Length: 80', 'a'.repeat(40))
  expect(await outcome()).toMatchObject({ error: { code: 'unavailable' } })
  giveBack()
  request()?.resume()
  socket.write('a'.repeat(40))
  await expect.poll(() => request()?.complete).toBe(true)

  // A share that only an empty pool has room for.
  shares.hold(sender, 99)
  expect(shares.hasCapacity('a newcomer')).toBe(true)
})
