/**
 * One text in the three codings that browsers ask for. What is the same for every text is made once;
 * what differs is so little that it is put together per answer instead of being kept per site.
 */
import { gunzipSync } from 'node:zlib'
import { openHeaders, type EdgeResponse } from './edge-response.server.ts'
import { createHeaderBlock, type HeaderBlock } from './header-block.ts'
import { headerOf, type RequestHead } from './request-head.ts'

type Coding = 'br' | 'gzip' | 'identity'

export type EncodedBody = {
  /** Fingerprint of the text, without quotes. */
  readonly etag: string
  readonly brotliQuality: number
  /** A character for each byte (latin1): Node sends such a text and its head in one piece. */
  readonly brotli: string
  readonly gzip: string
  /** Absent: unpacked for the few who take no coding. */
  readonly identity?: string
}

export type BodyHeaders = {
  whole: HeaderBlock
  /** RFC 9110 15.4.5: a 304 has no content and so describes none. */
  unchanged: HeaderBlock
}

type BodyHeaderOptions = {
  contentType: string
  cacheControl: string
  /** The same of every answer, and told with a 304, too. */
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

/** 200 with the smallest coding that the browser takes, or 304 when it has the text already. */
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

/** RFC 9110 8.8.1: a strong tag names these very bytes, so each coding and quality has its own. */
function tagOf({ etag, brotliQuality }: EncodedBody, coding: Coding): string {
  if (coding === 'identity') return etag
  return coding === 'gzip' ? `${etag}-gzip` : `${etag}-br${String(brotliQuality)}`
}

function codingFor(accepted = ''): Coding {
  if (acceptsBrotli.test(accepted)) return 'br'
  return acceptsGzip.test(accepted) ? 'gzip' : 'identity'
}

/** RFC 9110 12.5.3: a coding with weight zero is refused. */
const accepting = (coding: string) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i')
const acceptsBrotli = accepting('br')
const acceptsGzip = accepting('gzip')

/**
 * The tag that the browser named for this text, in whichever coding: it can decode what it kept. It is
 * told the same tag again, since a cache knows by it which of its answers is still good (RFC 9111
 * 4.3.4). Null when it names none.
 */
function knownTag(ifNoneMatch: string | undefined, etag: string): string | null {
  if (!ifNoneMatch) return null
  if (ifNoneMatch === '*') return '*'
  for (const [, tag = ''] of ifNoneMatch.matchAll(/"([^"]*)"/g)) {
    if (tag.replace(/-(?:br\d+|gzip)$/, '') === etag) return tag
  }
  return null
}
