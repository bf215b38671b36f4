/** The text of a product feed, whatever its packing and encoding. */
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FeedError, sizeSentence, type FeedLimits } from './feed-error.ts'

/**
 * Unpacks gzip, recognized by its first bytes, and decodes the text.
 *
 * The encoding is that of a byte order mark, or of zeros in every other byte (UTF-16). Otherwise it is
 * UTF-8 where the bytes are valid UTF-8, because servers and generators declare other encodings by
 * default, then the one that is declared by the XML declaration or the Content-Type header, then
 * Windows-1252.
 *
 * @param charset of the Content-Type header
 * @throws FeedError for a damaged or too large file
 */
export async function* feedTexts(
  pieces: AsyncIterable<Buffer>,
  limits: FeedLimits,
  charset: string | null = null,
): AsyncGenerator<string> {
  const packed = pieces[Symbol.asyncIterator]()
  const { head, isEnd } = await readHead(packed, 2)
  const whole = prependPiece(head, packed, isEnd)
  if (head[0] === 0x50 && head[1] === 0x4b) {
    throw new FeedError('The feed is a ZIP file. Use gzip, or don’t compress it.')
  }
  const isPacked = head[0] === 0x1f && head[1] === 0x8b
  yield* decodeFeed(isPacked ? unpack(whole, limits.maxBytes) : whole, charset)
}

/** Reads until there are enough bytes to see what they are. */
async function readHead(pieces: AsyncIterator<Buffer>, bytes: number) {
  let head: Buffer = Buffer.alloc(0)
  while (head.length < bytes) {
    const next: IteratorResult<Buffer, unknown> = await pieces.next()
    if (next.done) return { head, isEnd: true }
    head = Buffer.concat([head, next.value])
  }
  return { head, isEnd: false }
}

/** Closes the source when it is left. */
async function* prependPiece(
  head: Buffer,
  rest: AsyncIterator<Buffer>,
  isEnd: boolean,
): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head
    while (!isEnd) {
      const next: IteratorResult<Buffer, unknown> = await rest.next()
      if (next.done) return
      yield next.value
    }
  } finally {
    await rest.return?.()
  }
}

async function* unpack(pieces: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  const source = Readable.from(pieces)
  const gunzip = createGunzip()
  // An error of the source isn't one of the packing, for example when a server stops responding.
  let sourceError: unknown
  source.once('error', (error) => {
    sourceError = error
    gunzip.destroy(error)
  })
  let bytes = 0
  try {
    for await (const piece of source.pipe(gunzip) as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > maxBytes) throw new FeedError(sizeSentence(maxBytes))
      yield piece
    }
  } catch (error) {
    if (error instanceof FeedError || sourceError !== undefined) throw error
    throw new FeedError('The feed’s gzip file is damaged or incomplete.')
  } finally {
    source.destroy()
  }
}

/** As many bytes are read before the encoding is decided. */
const sampleBytes = 8 * 1024

async function* decodeFeed(
  pieces: AsyncIterable<Buffer>,
  charset: string | null,
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let declared: string | null = null
  let isFirst = true
  const decide = () => {
    const sample = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    if (isFirst) declared = encodingDeclared(sample) ?? charset
    const encoding = encodingOf(sample, { isFirst, declared })
    isFirst = false
    // All ASCII so far: the same text in each of them.
    if (encoding === null) return sample.toString('latin1')
    decoder = encoding
    return decoder.decode(sample, { stream: true })
  }
  for await (const piece of pieces) {
    const decided = decoder as TextDecoder | null
    if (decided !== null) {
      yield decided.decode(piece, { stream: true })
      continue
    }
    waiting.push(piece)
    waitingBytes += piece.length
    if (waitingBytes >= sampleBytes) yield decide()
  }
  if (waitingBytes > 0) yield decide()
  const last = decoder as TextDecoder | null
  if (last !== null) yield last.decode()
}

type Sample = { isFirst: boolean; declared: string | null }

/** Null: the bytes are ASCII, so the next ones decide. */
function encodingOf(sample: Buffer, { isFirst, declared }: Sample): TextDecoder | null {
  const wide = isFirst ? wideEncodingOf(sample) : null
  if (wide !== null) return new TextDecoder(wide)
  if (sample.every((byte) => byte < 0x80)) return null
  return isUtf8(sample) ? new TextDecoder('utf-8') : decoderOf(declared)
}

/** By its byte order mark, or because each ASCII character has a zero next to it. */
function wideEncodingOf(sample: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [first, second, third, fourth] = sample
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : null
}

/** Accepts a character that the sample's end cuts. */
function isUtf8(sample: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return true
  } catch {
    return false
  }
}

function encodingDeclared(sample: Buffer): string | null {
  const head = sample.subarray(0, 1024).toString('latin1')
  return /<\?xml[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1] ?? null
}

/** The declared encoding was UTF-8 or isn't known: what Windows writes in the west. */
function decoderOf(declared: string | null): TextDecoder {
  try {
    const decoder = new TextDecoder(declared ?? 'windows-1252')
    return decoder.encoding.startsWith('utf-') ? new TextDecoder('windows-1252') : decoder
  } catch {
    return new TextDecoder('windows-1252')
  }
}
