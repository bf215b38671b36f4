/**
 * One text in the three codings that browsers accept. Headers that all texts share are built once.
 * The rest is small enough to build per response instead of keeping it per site.
 */
import { gunzipSync } from 'node:zlib'
import {
  createHeaderBlock,
  openHeaders,
  type EdgeResponse,
  type HeaderBlock,
} from './edge-response.server.ts'
import { headerOf, type RequestHead } from './request-head.ts'

type Coding = 'br' | 'gzip' | 'identity'

export type EncodedBody = {
  /** Hash of the text, without quotes. */
  readonly etag: string
  readonly brotliQuality: number
  /** One character per byte (latin1): Node sends such a body together with its headers. */
  readonly brotli: string
  readonly gzip: string
  /** Absent: decompressed for the few clients that accept no coding. */
  readonly identity?: string
}

export type BodyHeaders = {
  whole: HeaderBlock
  /** RFC 9110 15.4.5: a 304 has no content, so it has no content headers. */
  unchanged: HeaderBlock
}

type BodyHeaderOptions = {
  contentType: string
  cacheControl: string
  /** Headers of every response, a 304 included. */
  more?: Record<string, string>
}

export function createBodyHeaders({
  contentType,
  cacheControl,
  more = {},
}: BodyHeaderOptions): BodyHeaders {
  const unchanged = {
    ...openHeaders,
    'Cache-Control': cacheControl,
    Vary: 'Accept-Encoding',
    ...more,
  }
  return {
    whole: createHeaderBlock({ ...unchanged, 'Content-Type': contentType }),
    unchanged: createHeaderBlock(unchanged),
  }
}

/** 200 in the smallest coding that the browser accepts, or 304 when it has the text already. */
export function bodyResponse(
  request: RequestHead,
  { text, head }: { text: EncodedBody; head: BodyHeaders },
): EdgeResponse {
  const coding = codingFor(headerOf(request, 'accept-encoding'))
  const known = knownTag(headerOf(request, 'if-none-match'), text.etag)
  const encoding = 'latin1'
  if (known !== null) {
    const tag = known === '*' ? tagOf(text, coding) : known
    return {
      status: 304,
      headerBlock: head.unchanged,
      extraHeaders: ['ETag', `"${tag}"`],
      body: '',
      encoding,
    }
  }

  const body = bodyOf(text, coding)
  const extraHeaders = ['Content-Length', String(body.length), 'ETag', `"${tagOf(text, coding)}"`]
  if (coding !== 'identity') extraHeaders.push('Content-Encoding', coding)
  return { status: 200, headerBlock: head.whole, extraHeaders, body, encoding }
}

function bodyOf({ brotli, gzip, identity }: EncodedBody, coding: Coding): string {
  if (coding === 'br') return brotli
  if (coding === 'gzip') return gzip
  return identity ?? gunzipSync(Buffer.from(gzip, 'latin1')).toString('latin1')
}

/** RFC 9110 8.8.1: a strong ETag identifies exact bytes, so each coding and quality has its own. */
function tagOf({ etag, brotliQuality }: EncodedBody, coding: Coding): string {
  if (coding === 'identity') return etag
  return coding === 'gzip' ? `${etag}-gzip` : `${etag}-br${String(brotliQuality)}`
}

function codingFor(accepted = ''): Coding {
  if (acceptsBrotli.test(accepted)) return 'br'
  return acceptsGzip.test(accepted) ? 'gzip' : 'identity'
}

/** RFC 9110 12.5.3: a coding with weight zero is not accepted. */
const accepting = (coding: string) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i')
const acceptsBrotli = accepting('br')
const acceptsGzip = accepting('gzip')

/**
 * The browser's ETag of this text, in any coding, since it can decode what it kept. A 304 repeats
 * that tag, because a cache uses it to find the response that is still valid (RFC 9111 4.3.4). Null
 * when the request has none.
 */
function knownTag(ifNoneMatch: string | undefined, etag: string): string | null {
  if (!ifNoneMatch) return null
  if (ifNoneMatch === '*') return '*'
  for (const [, tag = ''] of ifNoneMatch.matchAll(/"([^"]*)"/g)) {
    if (tag.replace(/-(?:br\d+|gzip)$/, '') === etag) return tag
  }
  return null
}
