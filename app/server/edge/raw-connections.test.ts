/** The life of a connection on the raw path. */
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { converse, listenInTest, openClient, until } from '#tests/support/byte-conversation.ts'
import { plain } from '#tests/support/raw-requests.ts'
import type { MaybePromise } from '#app/lib/async/maybe-promise.ts'
import { jsonResponse, type EdgeResponse } from './edge-response.server.ts'
import { createRawConnections } from './raw-connections.server.ts'

type Options = Parameters<typeof createServer>[0] & { read?: () => MaybePromise<EdgeResponse> }

const short = () => jsonResponse(200, 'here')

async function listen({ read = short, ...options }: Options = {}) {
  let asked = 0
  const connections = createRawConnections({
    maxStalledMillis: 30_000,
    answer: () => {
      asked += 1
      return read()
    },
    failure: (error) => jsonResponse(503, String(error)),
  })
  const server = createServer(options, (_request, response) => {
    response.writeHead(418, { 'Content-Length': '0' }).end()
  })
  connections.attach(server)
  const listening = await listenInTest(server, connections.cut)
  return { ...listening, connections, asked: () => asked }
}

function openAnswer() {
  let give: (answer: EdgeResponse) => void = () => undefined
  let refuse: (error: Error) => void = () => undefined
  const answer = new Promise<EdgeResponse>((resolve, reject) => {
    give = resolve
    refuse = reject
  })
  return { answer, give, refuse }
}

const answersIn = (text: string) =>
  text.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9)) ?? []

test('who asks and then closes his half gets his answer, and the connection ends', async () => {
  const listening = await listen()

  const received = await converse(listening, [Buffer.from(plain())])

  expect(answersIn(received)).toEqual(['200'])
})

test('who closes before he asked gets nothing, and the connection ends', async () => {
  const listening = await listen()

  expect(await converse(listening, [])).toBe('')
})

test('a request before the last answer waits for its turn, also one that only Node can read', async () => {
  const { answer, give } = openAnswer()
  const { asked, ...listening } = await listen({ read: () => (asked() === 1 ? answer : short()) })
  const client = await openClient(listening)

  await client.write(plain())
  client.socket.write(plain())
  await until(() => client.theirs.readableLength > 0)
  const before = { head: client.received(), asked: asked() }
  client.socket.write(plain('Connection: close'))
  give(jsonResponse(200, 'first'))
  await until(client.hasEnded)

  expect(before).toEqual({ head: '', asked: 1 })
  expect(client.received()).toMatch(/"first"HTTP/)
  expect(answersIn(client.received()).at(-1)).toBe('418')
})

test('requests that arrive before their turn are answered in their order, one at a time', async () => {
  const open = [openAnswer(), openAnswer(), openAnswer()]
  const { asked, ...listening } = await listen({ read: () => open[asked() - 1]?.answer ?? short() })
  const client = await openClient(listening)

  await client.write(plain())
  client.socket.write(plain())
  await until(() => client.theirs.readableLength > 0)
  client.socket.write(plain())
  const turns: number[] = []
  for (const [place, { give }] of open.entries()) {
    await until(() => asked() > place)
    turns.push(asked())
    give(jsonResponse(200, `answer ${String(place + 1)}`))
  }
  await until(() => answersIn(client.received()).length === 3)

  expect(turns).toEqual([1, 2, 3])
  expect(client.received().match(/answer \d/g)).toEqual(['answer 1', 'answer 2', 'answer 3'])
})

test('a socket that sends one request after the other is never paused', async () => {
  const { answer, give } = openAnswer()
  const listening = await listen({ read: () => answer })
  const client = await openClient(listening)

  await client.write(plain())
  const isPaused = client.theirs.isPaused()
  give(short())
  await until(() => client.received() !== '')

  expect([isPaused, client.theirs.isPaused()]).toEqual([false, false])
})

test('a client that closes its half before its answer is made still gets it, then the connection ends', async () => {
  const { answer, give } = openAnswer()
  const listening = await listen({ read: () => answer })
  const client = await openClient(listening)
  let isHalfClosed = false
  client.theirs.on('end', () => (isHalfClosed = true))

  await client.write(plain())
  client.socket.end()
  await until(() => isHalfClosed)
  const before = client.hasEnded()
  give(short())
  await until(client.hasEnded)
  await until(() => client.theirs.destroyed)

  expect(before).toBe(false)
  expect(answersIn(client.received())).toEqual(['200'])
})

test('an answer that could not be made says so, and the connection stays', async () => {
  const { answer, refuse } = openAnswer()
  const { asked, ...listening } = await listen({ read: () => (asked() === 1 ? answer : short()) })
  const client = await openClient(listening)

  await client.write(plain())
  refuse(new Error('away'))
  await until(() => client.received().includes('away'))
  await client.write(plain())
  await until(() => answersIn(client.received()).length === 2)

  expect(answersIn(client.received())).toEqual(['503', '200'])
})

test('a client that leaves before its answer harms no one', async () => {
  const { answer, give } = openAnswer()
  const { asked, ...listening } = await listen({ read: () => (asked() === 1 ? answer : short()) })
  const client = await openClient(listening)

  await client.write(plain())
  client.socket.resetAndDestroy()
  await until(() => client.theirs.destroyed)
  give(short())
  const received = await converse(listening, [Buffer.from(plain())])

  expect(answersIn(received)).toEqual(['200'])
})

test('who does not read his answers is not read either, until he does', async () => {
  const read = () => jsonResponse(200, 'x'.repeat(256 * 1024))
  const { asked, ...listening } = await listen({ read })
  const client = await openClient(listening)
  client.socket.pause()

  let answered = 0
  while (!client.theirs.isPaused() && answered < 200) {
    await client.write(plain())
    answered += 1
  }
  const waiting = { asked: asked(), queued: client.theirs.writableLength }
  client.socket.resume()
  await until(() => answersIn(client.received()).length === answered)

  expect(answered).toBeLessThan(200)
  expect(waiting.asked).toBe(answered)
  expect(waiting.queued).toBeLessThan(1024 * 1024)
})

test('who opens a connection and says nothing is cut off', async () => {
  const listening = await listen({ headersTimeout: 20, requestTimeout: 40 })

  const client = await openClient(listening)
  await until(client.hasEnded)

  expect(client.received()).toBe('')
})

test('a request that arrives too slowly is refused by Node', async () => {
  const timeouts = { headersTimeout: 20, requestTimeout: 40, connectionsCheckingInterval: 10 }
  const { asked, ...listening } = await listen(timeouts)
  const client = await openClient(listening)

  await client.write(plain().slice(0, 20))
  await until(client.hasEnded)

  expect([answersIn(client.received()), asked()]).toEqual([['408'], 0])
})

test('an idle connection ends automatically', async () => {
  const listening = await listen({ keepAliveTimeout: 20 })
  const client = await openClient(listening)

  await client.write(plain())
  await until(client.hasEnded)

  expect(answersIn(client.received())).toEqual(['200'])
})

test('an answer may take longer than a connection may lie idle', async () => {
  const { answer, give } = openAnswer()
  // Longer than a busy machine takes to send a request.
  const times = { headersTimeout: 1_000, requestTimeout: 1_100 }
  const listening = await listen({ read: () => answer, ...times })
  const client = await openClient(listening)
  let hasWaited = false
  client.theirs.on('timeout', () => (hasWaited = true))

  await client.write(plain())
  await until(() => hasWaited)
  give(short())
  await until(() => client.received() !== '')

  expect(answersIn(client.received())).toEqual(['200'])
})

test('at the stop idle connections end immediately, and a busy one with its answer', async () => {
  const { answer, give } = openAnswer()
  const { asked, connections, server, ...listening } = await listen({
    read: () => (asked() === 2 ? answer : short()),
  })
  const open = () => openClient({ server, ...listening })
  const [fresh, idle, busy] = [await open(), await open(), await open()]
  await idle.write(plain())
  await busy.write(plain())

  let isClosed = false
  server.close(() => (isClosed = true))
  connections.startDraining()
  await until(() => fresh.hasEnded() && idle.hasEnded())
  const before = { isClosed, busy: busy.hasEnded() }
  give(short())
  await until(() => isClosed)

  expect(before).toEqual({ isClosed: false, busy: false })
  await until(busy.hasEnded)
  expect(busy.received()).toContain('\r\nConnection: close\r\n')
  expect(answersIn(busy.received())).toEqual(['200'])
})

test('a connection that does not end in time is cut off', async () => {
  const { connections, server, ...listening } = await listen({ read: () => openAnswer().answer })
  const client = await openClient({ server, ...listening })
  await client.write(plain())

  const closed = new Promise((resolve) => server.close(resolve))
  connections.startDraining()
  connections.cut()
  await closed
  await until(client.hasEnded)

  expect(client.received()).toBe('')
})
