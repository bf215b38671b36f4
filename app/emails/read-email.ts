/** Reads emails that we wrote: plain headers, and a plain text part next to the HTML. */

export type ReadMail = {
  /** Keys are lower-case. */
  headers: Readonly<Record<string, string>>
  text: string
}

export function readMail(raw: string): ReadMail {
  const { headers, body } = splitHead(raw.replaceAll('\r\n', '\n'))
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return { headers, text: readBody(headers, body) }

  const parts = body.split(`--${boundary}`).map((part) => splitHead(part.trimStart()))
  const plain = parts.find((part) => part.headers['content-type']?.startsWith('text/plain'))
  return { headers, text: plain ? readBody(plain.headers, plain.body) : '' }
}

function splitHead(text: string): { headers: Record<string, string>; body: string } {
  const end = text.indexOf('\n\n')
  const head = text.slice(0, end).replaceAll(/\n[ \t]+/g, ' ')
  const headers: Record<string, string> = {}
  for (const line of head.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { headers, body: text.slice(end + 2) }
}

function readBody(headers: Readonly<Record<string, string>>, body: string): string {
  const coding = headers['content-transfer-encoding'] ?? '7bit'
  if (coding === 'base64') return Buffer.from(body, 'base64').toString()
  if (coding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
