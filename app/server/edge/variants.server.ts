/** One text in the three codings that browsers ask for, each with its headers made beforehand. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { openHeaders } from './answer.server.ts'

type Coding = 'br' | 'gzip' | 'identity'

export type Variants = {
  /** Fingerprint of the text, without quotes. */
  etag: string
  codings: Record<Coding, { body: Buffer; headers: string[] }>
}

type Text = {
  etag: string
  identity: Buffer
  brotli: Buffer
  gzip: Buffer
  contentType: string
  cacheControl: string
}

export function createVariants({ etag, identity, brotli, gzip, ...about }: Text): Variants {
  const variant = (coding: Coding, body: Buffer) => ({
    body,
    headers: flatten({
      ...openHeaders,
      'Content-Type': about.contentType,
      'Content-Length': String(body.length),
      'Cache-Control': about.cacheControl,
      Vary: 'Accept-Encoding',
      // RFC 9110 8.8.1: a strong tag names these very bytes, so each coding has its own.
      ETag: `"${etag}${coding === 'identity' ? '' : `-${coding}`}"`,
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    }),
  })
  return {
    etag,
    codings: {
      br: variant('br', brotli),
      gzip: variant('gzip', gzip),
      identity: variant('identity', identity),
    },
  }
}

/** 200 with the smallest coding that the browser takes, or 304 when it has the text already. */
export function answerVariant(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, codings }: Variants,
): void {
  const { body, headers } = codings[codingFor(request.headers['accept-encoding'])]
  if (hasText(request.headers['if-none-match'], etag)) {
    response.writeHead(
      304,
      headers.filter((_value, index) => isKept(headers, index)),
    )
    response.end()
    return
  }
  response.writeHead(200, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
}

function codingFor(accepted: string | string[] | undefined): Coding {
  const text = String(accepted ?? '')
  if (accepts(text, 'br')) return 'br'
  return accepts(text, 'gzip') ? 'gzip' : 'identity'
}

/** RFC 9110 12.5.3: a coding with weight zero is refused. */
const accepts = (header: string, coding: string) =>
  new RegExp(
    `(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`,
    'i',
  ).test(header)

/** Any coding of the same text will do: a browser can decode what it kept. */
function hasText(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  return (
    ifNoneMatch === '*' ||
    [...ifNoneMatch.matchAll(/"([^"]*)"/g)].some(
      ([, tag]) => tag?.replace(/-(?:br|gzip)$/, '') === etag,
    )
  )
}

/** A 304 has no content and so describes none. */
function isKept(headers: readonly string[], index: number): boolean {
  const name = headers[index - (index % 2)]
  return name !== 'Content-Type' && name !== 'Content-Length' && name !== 'Content-Encoding'
}

const flatten = (headers: Record<string, string>) => Object.entries(headers).flat()
