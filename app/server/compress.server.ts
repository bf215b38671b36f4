/** Compresses text responses as they stream. Flushes every chunk, so the first byte stays early. */
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { constants, createGzip } from 'node:zlib'

const textTypes =
  /^(text\/(?!event-stream)|application\/(json|problem\+json|manifest\+json|javascript))/

/** Returns the response unchanged when it's small, already compressed or not text. */
export function compress(request: Request, response: Response): Response {
  const { body, headers } = response
  if (!body || request.method === 'HEAD' || headers.has('Content-Encoding')) return response
  if (!textTypes.test(headers.get('Content-Type') ?? '')) return response
  if (Number(headers.get('Content-Length') ?? Infinity) < 1024) return response
  if (!/\bgzip\b/.test(request.headers.get('Accept-Encoding') ?? '')) return response

  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH })
  const source = Readable.fromWeb(body as NodeReadableStream)
  // When the client disconnects both streams end, and no one needs the error.
  source.on('error', (error) => gzip.destroy(error))
  gzip.on('close', () => source.destroy())
  const packed = new Response(Readable.toWeb(source.pipe(gzip)) as ReadableStream, response)
  packed.headers.set('Content-Encoding', 'gzip')
  packed.headers.append('Vary', 'Accept-Encoding')
  packed.headers.delete('Content-Length')
  return packed
}
