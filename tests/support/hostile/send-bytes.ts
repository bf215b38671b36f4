/** Sends bytes to a server on a connection of their own. */
import { connect, type Socket } from 'node:net'

const open = (baseUrl: string): Socket => {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  socket.on('error', () => undefined)
  return socket
}

/** The status of the answer, once it is complete; null when the connection ended without one. */
export function answerTo(baseUrl: string, bytes: string): Promise<number | null> {
  const socket = open(baseUrl)
  const isHead = bytes.startsWith('HEAD ')
  return new Promise((resolve) => {
    let received = ''
    const end = () => {
      socket.destroy()
      const status = /^HTTP\/1\.1 (\d{3})/.exec(withoutInterim(received))?.[1]
      resolve(status === undefined ? null : Number(status))
    }
    socket.on('data', (piece) => {
      received += String(piece)
      if (isWhole(withoutInterim(received), isHead)) end()
    })
    socket.on('close', end)
    socket.write(bytes, 'latin1')
  })
}

/** Sends the bytes and goes away. `isArrived` says whether the server has begun with them. */
export async function sendAndLeave(
  baseUrl: string,
  bytes: string,
  isArrived: () => Promise<boolean>,
): Promise<void> {
  const socket = open(baseUrl)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.write(bytes, 'latin1', resolve))
  while (!(await isArrived())) await new Promise((resolve) => setImmediate(resolve))
  socket.destroy()
  await closed
}

const withoutInterim = (text: string) => text.replace(/^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)+/, '')

function isWhole(text: string, isHead: boolean): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  const head = text.slice(0, end)
  if (isHead || /^HTTP\/1\.1 (?:204|304)/.test(head)) return true
  if (/^transfer-encoding: *chunked/im.test(head)) return text.endsWith('\r\n0\r\n\r\n')
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  return length !== undefined && text.length - end - 4 >= Number(length)
}
