/**
 * The load generator: raw keep-alive sockets, because Node's client costs more than what it would
 * measure. A separate process, so it never shares a thread with the server.
 */
import { connect } from 'node:net'

/** @typedef {import('../load.ts').LoadJob} LoadJob */
/** @typedef {import('../load.ts').LoadResult} LoadResult */
/** @typedef {{ place: number, text: string }} Request */
/** @typedef {{ take: () => Request | null | undefined, tally: Tally, giveUpAt: number, from: string | undefined }} Round */
/** @typedef {{ sent: number, good: number, other: number, cutOff: number, millis: number[], refusedMillis: number[], statuses: Record<string, number>, failed: number[], odd: string }} Tally */

/** How long to wait for responses after the end. */
const answerMillis = 15_000

const emptyLine = Buffer.from('\r\n\r\n')
const lastChunk = '0\r\n\r\n'

process.on('message', (/** @type {LoadJob} */ job) => {
  run(job).then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: String(error?.stack ?? error) }),
  )
})
process.on('disconnect', () => process.exit(0))

/** @param {LoadJob} job @returns {Promise<LoadResult>} */
async function run(job) {
  const requests = job.requests.map(prepare)
  /** @type {Tally} */
  const tally = {
    sent: 0,
    good: 0,
    other: 0,
    cutOff: 0,
    millis: [],
    refusedMillis: [],
    statuses: {},
    failed: [],
    odd: '',
  }
  let next = job.first
  const last = job.count === undefined ? Infinity : job.first + job.count
  const began = performance.now()
  const until = job.millis === undefined ? Infinity : began + job.millis
  const { perSecond } = job
  const giveUpAt = until + answerMillis

  /** Null: nothing is due. Undefined: the job is over. */
  const take = () => {
    const at = performance.now()
    if (next >= last || at >= until) return undefined
    if (perSecond !== undefined && tally.sent >= ((at - began) / 1000) * perSecond) return null
    const place = next
    next += 1
    tally.sent += 1
    return { place, text: requests[place % requests.length]?.(job.prefix, place) ?? '' }
  }

  await Promise.all(
    Array.from({ length: job.connections }, (_one, nth) =>
      keepAsking(job, {
        take,
        tally,
        giveUpAt,
        from: job.hasManyVisitors ? loopback(nth) : undefined,
      }),
    ),
  )
  const seconds = (performance.now() - began) / 1000
  return {
    seconds,
    sent: tally.sent,
    next,
    good: tally.good,
    other: tally.other,
    cutOff: tally.cutOff,
    statuses: tally.statuses,
    failed: tally.failed,
    p50: share(tally.millis, 0.5),
    p99: share(tally.millis, 0.99),
    refusedP99: share(tally.refusedMillis, 0.99),
    odd: tally.odd,
  }
}

/**
 * Opens one connection after another until nothing is left to send, because a server may close
 * them.
 *
 * @param {LoadJob} job
 * @param {Round} round
 */
async function keepAsking(job, round) {
  while ((await askOnOne(job, round)) === 'cut off') {
    round.tally.cutOff += 1
    if (performance.now() > round.giveUpAt) return
  }
}

/**
 * @param {LoadJob} job
 * @param {Round} round
 * @returns {Promise<'over' | 'cut off'>}
 */
function askOnOne(job, { take, tally, giveUpAt, from }) {
  return new Promise((resolve) => {
    const socket = connect({
      port: job.port,
      host: '127.0.0.1',
      ...(from === undefined ? {} : { localAddress: from }),
    })
    socket.setNoDelay(true)
    /** @type {Buffer | null} */
    let received = null
    let sentAt = 0
    /** @type {number | null} */
    let waiting = null
    const ask = () => {
      const request = take()
      if (request === undefined) {
        resolve('over')
        socket.end()
      } else if (request === null) {
        setTimeout(ask, 1)
      } else {
        sentAt = performance.now()
        waiting = request.place
        socket.write(request.text, 'latin1')
      }
    }
    const late = setTimeout(
      () => socket.destroy(),
      Math.min(giveUpAt - performance.now(), 2 ** 31 - 1),
    )
    socket.on('connect', ask)
    // Errors also close the connection.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(late)
      if (waiting !== null) tally.failed.push(waiting)
      resolve('cut off')
    })
    socket.on('data', (chunk) => {
      received = received ? Buffer.concat([received, chunk]) : chunk
      const answer = read(received)
      if (!answer) return
      const isGood = note(answer, { job, tally, millis: performance.now() - sentAt })
      if (!isGood && waiting !== null) tally.failed.push(waiting)
      waiting = null
      received = null
      ask()
    })
  })
}

/**
 * @param {{ status: number, body: Buffer }} answer
 * @param {{ job: LoadJob, tally: Tally, millis: number }} about
 * @returns {boolean} whether it was a good one
 */
function note({ status, body }, { job, tally, millis }) {
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
  if (status === 304 || (status === 200 && isExpected(job.expected, body))) {
    tally.good += 1
    tally.millis.push(millis)
    return true
  }
  tally.other += 1
  if (status === 503 || status === 429) tally.refusedMillis.push(millis)
  else if (tally.odd === '') tally.odd = `${status} ${body.toString('utf8').slice(0, 300)}`
  return false
}

/** @param {string | undefined} expected @param {Buffer} body */
const isExpected = (expected, body) => expected === undefined || body.includes(expected)

/** Null until the response is complete. @param {Buffer} bytes */
function read(bytes) {
  const end = bytes.indexOf(emptyLine)
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const body = bytes.subarray(end + 4)
  if (status === 304 || status === 204) return { status, body }
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    return body.toString('latin1', body.length - lastChunk.length) === lastChunk
      ? { status, body }
      : null
  }
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without a length: ${head}`)
  return body.length >= Number(length) ? { status, body } : null
}

/**
 * Replaces `{id}` with a unique id, and `{address}` with one of 20,000 visitors' addresses.
 *
 * @param {string} text @returns {(prefix: string, place: number) => string}
 */
function prepare(text) {
  const parts = text.split(/(\{id\}|\{address\})/)
  return (prefix, place) => {
    let made = ''
    let nth = 0
    for (const part of parts) {
      if (part === '{id}') {
        made += `${prefix}-${String(place).padStart(9, '0')}-${String(nth).padStart(3, '0')}`
        nth += 1
      } else if (part === '{address}') made += address(place)
      else made += part
    }
    return made
  }
}

/** Linux takes each of these as this machine's. @param {number} nth @returns {string | undefined} */
const loopback = (nth) =>
  process.platform === 'linux' ? `127.0.${1 + (nth >> 7)}.${1 + (nth & 127)}` : undefined

/** One of 20,000 visitors, who each return. @param {number} place */
function address(place) {
  const visitor = (place * 7919) % 20_000
  return `81.${(visitor >> 14) & 255}.${(visitor >> 7) & 127}.${(visitor & 127) + 1}`
}

/** @param {number[]} values @param {number} part */
function share(values, part) {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? null
}
