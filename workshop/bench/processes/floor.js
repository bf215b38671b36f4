/** Comparison servers: the minimum cost of the same work, or its naive implementation. */
import { createServer } from 'node:http'
import Fastify from 'fastify'
import pg from 'pg'

/** @typedef {import('../floor.ts').FloorWanted} FloorWanted */
/** @typedef {import('node:http').IncomingMessage} Incoming */
/** @typedef {import('node:http').ServerResponse} Outgoing */

process.on('message', async (/** @type {FloorWanted} */ wanted) => {
  process.send?.({ port: await start(wanted) })
})
process.on('disconnect', () => process.exit(0))

/** @param {FloorWanted} wanted @returns {Promise<number>} the port */
function start(wanted) {
  switch (wanted.kind) {
    case 'constant':
      return listen(constant(wanted))
    case 'fastify':
      return fastify(wanted)
    case 'json':
      return listen(json)
    case 'insert':
      return listen(insert(wanted.databaseUrl))
  }
}

/** @param {(request: Incoming, response: Outgoing) => void} answer @returns {Promise<number>} */
function listen(answer) {
  return new Promise((resolve) => {
    const server = createServer(answer)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

/** One buffer for all responses. @param {Extract<FloorWanted, { kind: 'constant' }>} wanted */
function constant({ headers, body }) {
  const bytes = Buffer.from(body, 'base64')
  const head = [...headers.flat(), 'Content-Length', String(bytes.length)]
  return (/** @type {Incoming} */ _request, /** @type {Outgoing} */ response) => {
    response.writeHead(200, head)
    response.end(bytes)
  }
}

/** The same work with Fastify. @param {Extract<FloorWanted, { kind: 'fastify' }>} wanted */
async function fastify({ headers, sites }) {
  const known = new Map(
    sites.map(({ uuid, etag, body }) => [uuid, { etag, bytes: Buffer.from(body, 'base64') }]),
  )
  const always = Object.fromEntries(headers)
  const app = Fastify({ logger: false })
  app.get('/api/pixel/:uuid', (request, reply) => {
    const { uuid } = /** @type {{ uuid: string }} */ (request.params)
    const site = known.get(uuid)
    if (!site) return reply.code(404).send({ message: 'There is no such site.' })
    reply.headers(always).header('ETag', site.etag)
    if (request.headers['if-none-match'] === site.etag) return reply.code(304).send()
    reply.header('Content-Encoding', 'br').header('Content-Type', 'application/json; charset=utf-8')
    return reply.send(site.bytes)
  })
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

/**
 * Reads and parses the body and responds like the product. @type {(request: Incoming, response:
 * Outgoing) => void}
 */
function json(request, response) {
  takeEvents(request, (events) => answer(response, events))
}

/** One INSERT per request. @param {string} databaseUrl */
function insert(databaseUrl) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const text =
    'insert into bench_inserts (site, id, type, nudge, claim, page, received_at) values ($1, $2, $3, $4, $5, $6, now())'
  return (/** @type {Incoming} */ request, /** @type {Outgoing} */ response) => {
    takeEvents(request, (events) => {
      const [event] = events
      const site = String(request.url).slice(11, 47)
      const values = [site, event?.id, event?.type, event?.nudge, event?.claim, event?.page]
      pool.query({ name: 'insert_event', text, values }).then(
        () => answer(response, events),
        () => response.writeHead(500, { 'Content-Length': '0' }).end(),
      )
    })
  }
}

/** @typedef {{ id: string, type: string, page: string, nudge?: string, claim?: string }} Sent */

/** @param {Incoming} request @param {(events: Sent[]) => void} done */
function takeEvents(request, done) {
  /** @type {Buffer[]} */
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => done(JSON.parse(Buffer.concat(chunks).toString('utf8')).events))
}

/** @param {Outgoing} response @param {Sent[]} events */
function answer(response, events) {
  const body = JSON.stringify({
    outcomes: events.map(({ id }) => ({ id, outcome: 'accepted' })),
  })
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
