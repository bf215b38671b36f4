/**
 * `npm run bench`: how fast the built product answers pages, beside a bare node:http server that
 * sends the same bytes. Both are up at once and asked in turns, so that a busy machine slows both;
 * the ratio is what counts.
 */
import { execFileSync, fork, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const rounds = 5
const roundMillis = 2_000
const connections = 32
const eventsPerReport = 20
const shop = 'https://shop.example'
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

async function bench() {
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-bench-'))
  const port = await freePort()
  /** @type {NodeJS.ProcessEnv} */
  const environment = {
    ...process.env,
    ...{ NODE_ENV: 'production', APP_ENV: 'local', DEMO: '0', DATABASE_URL: '' },
    ...{ PORT: String(port), DATA_DIR: folder },
  }
  const product = spawn(process.execPath, ['build/server/index.js'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let bare
  try {
    await untilReady(`http://127.0.0.1:${port}/health/ready`)
    const site = makeSite(environment)
    const address = `/api/pixel/${site}`
    const payload = await (await fetch(`http://127.0.0.1:${port}${address}`)).text()
    const one = await startBare(payload)
    bare = one.process

    const read = requestText('GET', address)
    await measure(port, () => read, 500)
    /** @type {Measured[]} */
    const own = []
    /** @type {Measured[]} */
    const other = []
    for (let round = 0; round < rounds; round += 1) {
      own.push(await measure(port, () => read))
      other.push(await measure(one.port, () => read))
    }
    tell('Payload, product', own, 1)
    tell('Payload, bare node:http', other, 1)
    process.stdout.write(`Ratio: ${(rate(own) / rate(other)).toFixed(2)}\n`)

    const stored = []
    for (let round = 0; round < rounds; round += 1) {
      stored.push(await measure(port, () => requestText('POST', `${address}/events`, report())))
    }
    tell('Events stored (embedded database)', stored, eventsPerReport)
  } finally {
    bare?.kill()
    const ended = new Promise((resolve) => product.once('exit', resolve))
    product.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @typedef {{ answers: number, seconds: number, millis: number[] }} Measured */

/**
 * Keeps every connection busy with one request at a time. Raw sockets, since Node's own client
 * costs more than what it would measure.
 *
 * @param {number} port @param {() => string} next @param {number} [duration]
 * @returns {Promise<Measured>}
 */
async function measure(port, next, duration = roundMillis) {
  const began = performance.now()
  /** @type {number[]} */
  const millis = []
  const isOver = () => performance.now() - began > duration
  await Promise.all(
    Array.from({ length: connections }, () => keepAsking(port, next, { millis, isOver })),
  )
  return { answers: millis.length, seconds: (performance.now() - began) / 1000, millis }
}

/**
 * @param {number} port @param {() => string} next
 * @param {{ millis: number[], isOver: () => boolean }} progress
 * @returns {Promise<void>}
 */
function keepAsking(port, next, { millis, isOver }) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    let sent = 0
    const ask = () => {
      sent = performance.now()
      received = ''
      socket.write(next())
    }
    socket.setEncoding('latin1')
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received += chunk
      if (!isWhole(received)) return
      if (!received.startsWith('HTTP/1.1 200')) {
        reject(new Error(`Unexpected answer: ${received.slice(0, 200)}`))
        socket.destroy()
        return
      }
      millis.push(performance.now() - sent)
      if (!isOver()) return ask()
      socket.end()
      resolve()
    })
  })
}

/** @param {string} answer */
function isWhole(answer) {
  const head = answer.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, head))?.[1]
  if (length === undefined) return answer.endsWith('0\r\n\r\n')
  return answer.length >= head + 4 + Number(length)
}

/** @param {string} method @param {string} address @param {string} [body] */
const requestText = (method, address, body = '') =>
  [
    `${method} ${address} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Origin: ${shop}`,
    `User-Agent: ${browser}`,
    ...(body ? ['Content-Type: text/plain', `Content-Length: ${body.length}`] : []),
    '',
    body,
  ].join('\r\n')

/** New visits: each is stored, none is a repeat. */
const report = () =>
  JSON.stringify({
    events: Array.from({ length: eventsPerReport }, () => ({
      id: randomUUID(),
      type: 'visit',
      page: '/',
    })),
  })

/** @param {Measured[]} list answers in a second, the middle round */
const rate = (list) => middle(list.map(({ answers, seconds }) => answers / seconds))

/** @param {number[]} numbers @param {number} [share] */
const middle = (numbers, share = 0.5) =>
  numbers.sort((left, right) => left - right)[Math.floor(numbers.length * share)] ?? 0

/** @param {string} name @param {Measured[]} list @param {number} perAnswer */
function tell(name, list, perAnswer) {
  const millis = list.flatMap((one) => one.millis)
  const each = Math.round(rate(list) * perAnswer)
  const [half, most] = [middle(millis), middle(millis, 0.99)].map((one) => one.toFixed(1))
  process.stdout.write(
    `${name}: ${each} a second; half within ${half} ms, 99 % within ${most} ms\n`,
  )
}

/** @param {NodeJS.ProcessEnv} env @returns {string} */
function makeSite(env) {
  const account = ['--email', 'bench@example.com', '--password', randomUUID(), '--site-url', shop]
  const command = ['build/server/cli.js', 'create-account', ...account, '--json']
  return JSON.parse(execFileSync(process.execPath, command, { env, encoding: 'utf8' })).site
}

/** @param {string} payload @returns {Promise<{ process: import('node:child_process').ChildProcess, port: number }>} */
function startBare(payload) {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(import.meta.url), ['bare', payload])
    child.once('message', (port) => resolve({ process: child, port: Number(port) }))
  })
}

/** @param {string} payload */
function serveBare(payload) {
  const bytes = Buffer.from(payload)
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length })
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' ? address?.port : 0)
  })
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}

/** @param {string} address */
async function untilReady(address) {
  const giveUpAt = Date.now() + 60_000
  while (!(await fetch(address).catch(() => null))?.ok) {
    if (Date.now() > giveUpAt) throw new Error('The product was not ready in time.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

if (process.argv[2] === 'bare') serveBare(process.argv[3] ?? '')
else await bench()
