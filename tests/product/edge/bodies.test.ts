import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { maxBatchBytes } from '#app/contract/pixel-events.ts'
import { pixelEvents } from '#app/db/schema/index.ts'
import { browser, serveEdge, visitEvent } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

/** A raw connection that stays open, because a test client would hide what happens. */
async function openConnection() {
  const world = await createWorld()
  const site = await world.site()
  const edge = await serveEdge(world.services)
  const socket = connect(edge.port, '127.0.0.1')
  let received = ''
  let isClosed = false
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => (received += chunk))
  socket.on('error', () => undefined)
  socket.on('close', () => (isClosed = true))
  onTestFinished(() => void socket.destroy())

  const head = (length: string) =>
    `POST /api/pixel/${site.uuid}/events HTTP/1.1\r\nHost: edge\r\nOrigin: ${site.url}\r\n` +
    `User-Agent: ${browser}\r\n${length}\r\n\r\n`
  return {
    world,
    site,
    socket,
    head,
    post: (body: string | Buffer) => {
      socket.write(head(`Content-Length: ${String(Buffer.byteLength(body))}`))
      socket.write(body)
    },
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status),
    received: () => received,
    isClosed: () => isClosed,
  }
}

const report = () => JSON.stringify({ events: [visitEvent()] })

/** Valid JSON of exactly this size. */
const padded = (bytes: number) => {
  const body = report()
  return body + ' '.repeat(bytes - body.length)
}

test('a body at the limit is taken; one byte more is 413, and the connection stays usable', async () => {
  const connection = await openConnection()

  connection.post(padded(maxBatchBytes))
  await expect.poll(connection.statuses).toEqual(['200'])
  connection.post(padded(maxBatchBytes + 1))
  await expect.poll(connection.statuses).toEqual(['200', '413'])
  connection.post(padded(1024 * 1024))
  await expect.poll(connection.statuses).toEqual(['200', '413', '413'])
  connection.post(report())

  await expect.poll(connection.statuses).toEqual(['200', '413', '413', '200'])
  expect(connection.received()).toMatch(/413[^]*access-control-allow-origin: \*/i)
  expect(await connection.world.services.db.system.select().from(pixelEvents)).toHaveLength(2)
})

test('the same holds for a body that does not say its length', async () => {
  const connection = await openConnection()
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

  connection.socket.write(connection.head('Transfer-Encoding: chunked'))
  for (let part = 0; part < 9; part += 1) connection.socket.write(chunk('x'.repeat(8 * 1024)))
  connection.socket.write('0\r\n\r\n')
  await expect.poll(connection.statuses).toEqual(['413'])
  connection.post(report())

  await expect.poll(connection.statuses).toEqual(['413', '200'])
})

test('a client that keeps sending is answered and cut off', async () => {
  const connection = await openConnection()

  connection.socket.write(connection.head('Content-Length: 1000000000'))
  keepSending(connection.socket)

  await expect.poll(connection.isClosed).toBe(true)
  expect(connection.socket.bytesWritten).toBeLessThan(50_000_000)
})

function keepSending(socket: Socket): void {
  const block = Buffer.alloc(64 * 1024, 'x')
  const send = () => {
    while (socket.writable && socket.write(block));
  }
  socket.on('drain', send)
  send()
}

test('a sender that goes away in the middle leaves nothing behind', async () => {
  const connection = await openConnection()

  connection.socket.write(connection.head('Content-Length: 500') + '{"events":[')
  connection.socket.destroy()
  const next = await serveEdge(connection.world.services)
  await next.page(connection.site).report(visitEvent())

  expect(await connection.world.services.db.system.select().from(pixelEvents)).toHaveLength(1)
})

test.each([
  ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), '400'],
  ['half a character, escaped', Buffer.from('{"events":[{"id":"\\ud83d"}]}'), '200'],
  ['half a character as bytes', Buffer.from([0x22, 0xed, 0xa0, 0xbd, 0x22]), '400'],
  ['NUL, escaped', Buffer.from('{"events":[{"id":"\\u0000"}]}'), '200'],
  ['NUL as a byte', Buffer.from('{"events":[{"id":"\0"}]}'), '400'],
  ['a number beyond numbers', Buffer.from('{"events":[{"id":1e999}]}'), '200'],
])('%s never reaches the database', async (_case, body, status) => {
  const connection = await openConnection()

  connection.post(body)
  await expect.poll(connection.statuses).toEqual([status])
  connection.post(report())

  await expect.poll(connection.statuses).toEqual([status, '200'])
  expect(await connection.world.services.db.system.select().from(pixelEvents)).toHaveLength(1)
})

test('a length that contradicts itself is refused', async () => {
  const connection = await openConnection()

  connection.socket.write(
    connection.head('Content-Length: 5\r\nTransfer-Encoding: chunked') + '0\r\n\r\n',
  )

  await expect.poll(connection.isClosed).toBe(true)
  expect(connection.statuses()).toEqual(['400'])
})
