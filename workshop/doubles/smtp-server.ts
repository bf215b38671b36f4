/**
 * An email server on this machine that keeps what it receives: plain SMTP (RFC 5321), strict about
 * the order.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net'

export type AcceptedMail = {
  /** The envelope's addresses, which decide where it goes. */
  from: string
  to: string[]
  /** Unfolded header lines by lower-case name. */
  headers: Record<string, string>
  text: string
  html: string
}

export type SmtpServer = {
  url: string
  /** Oldest first. */
  mails: AcceptedMail[]
  /** Refuses the next recipients with this reply. */
  refuse: (times: number, reply: string) => void
  /** The caller's duty. */
  stop: () => Promise<void>
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: AcceptedMail[] = []
  let refusals: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // The client may disconnect at any time.
    socket.on('error', () => undefined)
    converse(socket, { refusal: () => refusals.shift(), take: (mail) => mails.push(mail) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    mails,
    refuse(times, reply) {
      refusals = Array.from({ length: times }, () => reply)
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

type Post = { refusal: () => string | undefined; take: (mail: AcceptedMail) => void }

function converse(socket: Socket, { refusal, take }: Post): void {
  let from: string | null = null
  let to: string[] = []
  let body: string[] | null = null
  const reply = (line: string) => socket.write(`${line}\r\n`)
  const forget = () => {
    from = null
    to = []
    body = null
  }

  function hearCommand(line: string): void {
    const [verb = ''] = line.toUpperCase().split(/[ :]/, 1)
    const address = /<([^>]*)>/.exec(line)?.[1]
    if (verb === 'EHLO' || verb === 'HELO') reply('250 mail.test')
    else if (verb === 'RSET' || verb === 'NOOP') reply('250 OK')
    else if (verb === 'QUIT') socket.end('221 Bye\r\n')
    else if (verb === 'MAIL' && from === null && address !== undefined) {
      from = address
      reply('250 OK')
    } else if (verb === 'RCPT' && from !== null && address !== undefined) {
      const refused = refusal()
      if (refused === undefined) to.push(address)
      reply(refused ?? '250 OK')
    } else if (verb === 'DATA' && to.length > 0) {
      body = []
      reply('354 Go on')
    } else reply('503 Not now')
    if (verb === 'RSET') forget()
  }

  function hear(line: string): void {
    if (body === null) {
      hearCommand(line)
      return
    }
    if (line !== '.') {
      // RFC 5321 4.5.2: a line that starts with a dot has an additional one.
      body.push(line.startsWith('.') ? line.slice(1) : line)
      return
    }
    take({ from: from ?? '', to, ...readAcceptedMail(body.join('\r\n')) })
    forget()
    reply('250 Taken')
  }

  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    lines.forEach(hear)
  })
  reply('220 mail.test')
}

/** Parses an email with two parts, plain text and HTML. */
export function readAcceptedMail(raw: string): Pick<AcceptedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = splitHead(raw)
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) throw new Error('The mail has a single part.')
  const parts = body.split(`--${boundary}`).map((part) => splitHead(part.trimStart()))
  const contentOf = (type: string) => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type))
    if (!part) throw new Error(`The mail has no part ${type}.`)
    return decode(part.body, part.headers['content-transfer-encoding'] ?? '7bit')
  }
  return { headers, text: contentOf('text/plain'), html: contentOf('text/html') }
}

function splitHead(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ')
  const lines = head.split('\r\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return { headers: Object.fromEntries(lines), body: raw.slice(end + 4) }
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n')
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n')
}
