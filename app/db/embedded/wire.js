/**
 * The part of PostgreSQL's wire protocol that lets several clients share PGlite's single session.
 * https://www.postgresql.org/docs/15/protocol-message-formats.html
 */

const sslRequest = 80877103
const cancelRequest = 80877102
const protocolThree = 196608

/**
 * A client's messages, split into units that must run without another client's messages in between:
 * everything up to a Sync, or one simple Query.
 *
 * @typedef {{ kind: 'ssl' } | { kind: 'cancel' } | { kind: 'startup' } | { kind: 'terminate' } | {
 * kind: 'unit', bytes: Buffer }} ClientMessage
 */

/**
 * Parses one client's byte stream. Prefixes named statements, because all clients share one session
 * and may choose the same names.
 *
 * @param {string} prefix
 */
export function createReader(prefix) {
  /** @type {Buffer} */
  let pending = Buffer.alloc(0)
  let isStarted = false
  /** @type {Buffer[]} */
  let unit = []

  /** @param {Buffer} chunk @returns {ClientMessage[]} */
  return function read(chunk) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    /** @type {ClientMessage[]} */
    const found = []
    for (;;) {
      if (!isStarted) {
        if (pending.length < 8) return found
        const length = pending.readInt32BE(0)
        const code = pending.readInt32BE(4)
        if (![sslRequest, cancelRequest, protocolThree].includes(code)) {
          throw new Error(`unknown start of a connection: ${String(code)}`)
        }
        if (pending.length < length) return found
        pending = pending.subarray(length)
        if (code === sslRequest) found.push({ kind: 'ssl' })
        else if (code === cancelRequest) found.push({ kind: 'cancel' })
        else {
          isStarted = true
          found.push({ kind: 'startup' })
        }
        continue
      }
      if (pending.length < 5) return found
      const length = 1 + pending.readInt32BE(1)
      if (pending.length < length) return found
      const message = pending.subarray(0, length)
      pending = pending.subarray(length)
      const type = String.fromCharCode(message[0] ?? 0)
      if (type === 'X') {
        found.push({ kind: 'terminate' })
        continue
      }
      unit.push(withStatementPrefix(type, message, prefix))
      // After Sync, simple Query and Flush, clients wait for a response.
      if (type === 'S' || type === 'Q' || type === 'H') {
        found.push({ kind: 'unit', bytes: Buffer.concat(unit) })
        unit = []
      }
    }
  }
}

/**
 * Parse, Bind, and Describe or Close of a statement contain a statement's name.
 *
 * @param {string} type @param {Buffer} message @param {string} prefix
 */
function withStatementPrefix(type, message, prefix) {
  let at
  if (type === 'P') at = 5
  else if (type === 'B') at = message.indexOf(0, 5) + 1
  else if ((type === 'D' || type === 'C') && message[5] === 0x53) at = 6
  else return message
  if (message[at] === 0) return message

  const named = Buffer.concat([message.subarray(0, at), Buffer.from(prefix), message.subarray(at)])
  named.writeInt32BE(named.length - 1, 1)
  return named
}

/**
 * The transaction status at the end of a response: 'I' outside, 'T' inside, 'E' in a failed one;
 * null when the response doesn't end with ReadyForQuery.
 *
 * @param {Uint8Array} answer
 */
export function endStatus(answer) {
  const at = answer.length - 6
  return at >= 0 && answer[at] === 0x5a && answer[at + 4] === 5
    ? String.fromCharCode(answer[at + 5] ?? 0)
    : null
}

/**
 * Notifications in a response (NotificationResponse).
 *
 * @param {Buffer} answer whole messages
 */
export function notificationsIn(answer) {
  const found = []
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] !== 0x41) continue
    const channelAt = at + 9
    const channelEnd = answer.indexOf(0, channelAt)
    const payloadEnd = answer.indexOf(0, channelEnd + 1)
    found.push({
      announced: answer.toString('utf8', channelAt, channelEnd),
      payload: answer.toString('utf8', channelEnd + 1, payloadEnd),
    })
  }
  return found
}

/**
 * The first column of each row in a response (DataRow), in text format.
 *
 * @param {Buffer} answer whole messages
 */
export function textsIn(answer) {
  const found = []
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] !== 0x44) continue
    const length = answer.readInt32BE(at + 7)
    if (length >= 0) found.push(answer.toString('utf8', at + 11, at + 11 + length))
  }
  return found
}

/** @param {string} sql */
export function simpleQuery(sql) {
  const text = Buffer.from(`${sql}\0`)
  const message = Buffer.alloc(5 + text.length)
  message.write('Q')
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return message
}

/** A server's messages to a client that needs no password. */
export function greeting() {
  /** @param {string} type @param {Buffer} body */
  const message = (type, body) => {
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(4 + body.length, 1)
    return Buffer.concat([head, body])
  }
  const parameters = {
    server_version: '18.0 (PGlite)',
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    TimeZone: 'UTC',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
  }
  return Buffer.concat([
    message('R', Buffer.alloc(4)),
    ...Object.entries(parameters).map(([name, value]) =>
      message('S', Buffer.from(`${name}\0${value}\0`)),
    ),
    message('K', Buffer.alloc(8)),
    message('Z', Buffer.from('I')),
  ])
}
