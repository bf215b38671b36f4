/** A payload as it goes over the wire: compressed once per change instead of once per request. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import type { PixelNudge, PixelPayload } from '#app/contract/pixel.ts'
import { createLruMap } from '#app/lib/cache/lru-map.ts'
import type { Split } from '#app/domain/allocation/assign-variant.ts'

/**
 * One text, compressed. The text itself is not kept: next to nobody asks for it uncompressed, and it
 * is larger than all the rest together.
 */
export type ServedText = {
  /** Fingerprint of the text, without quotes. */
  readonly etag: string
  /** Another quality is another sequence of bytes, and so another strong ETag. */
  brotliQuality: number
  /** A character for each byte (latin1), as the edge sends it. */
  brotli: string
  gzip: string
}

export type ServedPayload = {
  readonly shown: ServedText
  /** What visitors in the hold-out are told; null when the site has none. */
  readonly heldOut: ServedText | null
  /** Percent of visitors in the hold-out. */
  readonly holdout: number
  /** What visitors on the other side of an experiment are told; null while none runs. */
  readonly variantB: (Split & { text: ServedText }) | null
  /** It tells how many are there, and is soon over. */
  readonly hasCounts: boolean
  /** Something in it is for visitors of some countries: they are told theirs. */
  readonly hasCountries: boolean
  /** What it costs in memory, estimated once: later it may only get smaller. */
  readonly weight: number
}

export type CompiledPayloads = {
  payload: PixelPayload
  holdout: number
  /** Null: no experiment runs. */
  variantB: (Split & { payload: PixelPayload }) | null
}

/** Turns what was compiled into what is sent. */
export type PayloadServer = {
  /** @returns `before` itself when it says the same */
  serve: (compiled: CompiledPayloads, before: ServedPayload | null) => ServedPayload
}

/** performance.md 3.1: 0.14 ms for 3 KB against 7.7 ms for the finest. */
const quickQuality = 5
const finestQuality = 11

/**
 * What an active site costs beside its compressed texts: as a payload, as a known site and in the
 * buckets of admission. Measured on Node 20 with 4,000 sites.
 */
const entryBytes = 1_900

/** How many texts for hold-outs are at hand to be shared. */
const maxShared = 1_000

/**
 * What a hold-out is told depends on the site's options alone, and most sites leave these as they are:
 * they share one text.
 */
export function createPayloadServer(): PayloadServer {
  const shared = createLruMap<string, ServedText>({ maxWeight: maxShared })

  function share(payload: PixelPayload): { text: ServedText; weight: number } {
    const plain = plainOf(payload)
    const known = shared.get(etagOf(plain))
    if (known) return { text: known, weight: 0 }
    const text = compress(plain)
    shared.set(text.etag, text)
    return { text, weight: sizeOf(text) }
  }

  return {
    serve({ payload, holdout: wanted, variantB: other }, before) {
      const holdout = payload.withheld === undefined ? wanted : 0
      const plain = plainOf(payload)
      const shown = before?.shown.etag === etagOf(plain) ? before.shown : compress(plain)
      const { version, options, forms, goals, phrases } = payload
      const held =
        holdout > 0
          ? share({
              version,
              options,
              nudges: [],
              withheld: 'holdout',
              ...(forms ? { forms } : {}),
              ...(goals ? { goals } : {}),
              phrases,
            })
          : null
      const heldOut = held?.text ?? null
      const sideB = other ? serveOther(other, before) : null
      const isSame =
        before?.shown === shown &&
        before.heldOut?.etag === heldOut?.etag &&
        before.holdout === holdout &&
        isSameSide(before.variantB, sideB)
      if (isSame) return before
      return {
        shown,
        heldOut,
        holdout,
        variantB: sideB,
        hasCounts: payload.counts !== undefined,
        hasCountries: [payload, other?.payload].some((one) => one?.nudges.some(isByCountry)),
        weight: entryBytes + sizeOf(shown) + (held?.weight ?? 0) + (sideB ? sizeOf(sideB.text) : 0),
      }
    },
  }
}

function serveOther(
  { payload, ...split }: NonNullable<CompiledPayloads['variantB']>,
  before: ServedPayload | null,
): ServedPayload['variantB'] {
  const plain = plainOf(payload)
  const known = before?.variantB?.text
  return { ...split, text: known?.etag === etagOf(plain) ? known : compress(plain) }
}

const isSameSide = (one: ServedPayload['variantB'], other: ServedPayload['variantB']): boolean =>
  one?.text === other?.text && one?.id === other?.id && one?.share === other?.share

/**
 * Compresses a text anew at brotli's finest quality, outside of the main thread: zlib's asynchronous
 * functions run in libuv's pool. What became no smaller stays as it is.
 */
export async function recompress(text: ServedText): Promise<void> {
  if (text.brotliQuality === finestQuality) return
  const plain = gunzipSync(Buffer.from(text.gzip, 'latin1'))
  const params = brotliSettings(finestQuality, plain)
  const brotli = await promisify(brotliCompress)(plain, { params })
  if (brotli.length < text.brotli.length) {
    Object.assign(text, {
      brotliQuality: finestQuality,
      brotli: brotli.toString('latin1'),
    })
  }
}

const isByCountry = ({ countries, items }: PixelNudge) =>
  countries !== undefined || items.some(({ country }) => country !== undefined)

const plainOf = (payload: PixelPayload) => Buffer.from(JSON.stringify(payload))

const etagOf = (plain: Buffer) =>
  createHash('sha256').update(plain).digest('base64url').slice(0, 22)

const compress = (plain: Buffer): ServedText => ({
  etag: etagOf(plain),
  brotliQuality: quickQuality,
  brotli: brotliCompressSync(plain, {
    params: brotliSettings(quickQuality, plain),
  }).toString('latin1'),
  gzip: gzipSync(plain, { level: 9 }).toString('latin1'),
})

const brotliSettings = (quality: number, plain: Buffer) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
})

const sizeOf = ({ brotli, gzip }: ServedText) => brotli.length + gzip.length
