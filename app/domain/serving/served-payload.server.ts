/**
 * Payloads ready to be sent: compressed once per change instead of once per request, and again at
 * the best quality once they haven't changed for a while.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import type { PixelNudge, PixelPayload } from '#app/contract/pixel.ts'
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { Log } from '#app/lib/log.server.ts'
import { withoutOffers } from '#app/domain/push/compile-push.server.ts'
import type { Split } from '#app/domain/allocation/assign-variant.ts'
import { createLru } from '#app/lib/cache/lru.ts'

/**
 * A compressed text. The text itself isn't kept: hardly any client needs it uncompressed, and it is
 * larger than everything else together.
 */
type ServedText = {
  /** Hash of the text, without quotes. */
  readonly etag: string
  /** Part of the ETag, since another quality produces other bytes. */
  brotliQuality: number
  /** One character per byte (latin1), as the edge sends it. */
  brotli: string
  gzip: string
}

export type ServedPayload = {
  readonly shown: ServedText
  /** For visitors in the holdout group; null without one. */
  readonly heldOut: ServedText | null
  /** Percentage of visitors in the holdout group. */
  readonly holdout: number
  /** For variant B of an experiment; null when none is running. */
  readonly variantB: (Split & { text: ServedText }) | null
  /** When the pause that it says ends. Null: it says none, or one without an end. */
  readonly pausedUntil: Date | null
  /** Contains live counts, which expire quickly. */
  readonly hasCounts: boolean
  /** Something depends on the visitor's country, so they are sent theirs. */
  readonly hasCountries: boolean
  /**
   * Its language, where pages with another one get a payload in theirs. Null: all pages of the site
   * get the same.
   */
  readonly fallbackLanguage: NudgeLanguage | null
  /** The only origin whose pages get it. Null: any page can. */
  readonly onlyOrigin: string | null
  /** Memory use, estimated once: later it can only shrink. */
  readonly weight: number
}

type CompiledPayloads = {
  payload: PixelPayload
  holdout: number
  pausedUntil: Date | null
  fallbackLanguage: NudgeLanguage | null
  onlyOrigin: string | null
  /** Null: no running experiment. */
  variantB: (Split & { payload: PixelPayload }) | null
}

/** Turns compiled payloads into served ones. */
export type PayloadServer = {
  /** @returns `before` itself when the content is the same */
  serve: (compiled: CompiledPayloads, before: ServedPayload | null) => ServedPayload
}

/** 0.14 ms for 3 KB, compared to 7.7 ms at the best quality. */
const quickQuality = 5
const finestQuality = 11

/**
 * Memory per active site in addition to its compressed texts: as payload, as known site and in the
 * rate limits. Measured on Node 20 with 4,000 sites.
 */
const entryBytes = 1_900

/** How many holdout payloads are kept for sharing. */
const maxShared = 1_000

/** Compression at the best quality takes 8 to 35 ms, so a longer queue would be minutes behind. */
const maxWaiting = 10_000

/**
 * The holdout payload depends on the site's options only. Most sites keep the defaults, so they
 * share one text.
 */
export function createPayloadServer(): PayloadServer {
  const shared = createLru<string, ServedText>(maxShared)

  function share(payload: PixelPayload): { text: ServedText; weight: number } {
    const plain = plainOf(payload)
    const known = shared.get(etagOf(plain))
    if (known) return { text: known, weight: 0 }
    const text = compress(plain)
    shared.set(text.etag, text)
    return { text, weight: sizeOf(text) }
  }

  return {
    serve(compiled, before) {
      const { payload, holdout: wanted, pausedUntil, fallbackLanguage, onlyOrigin } = compiled
      const other = compiled.variantB
      const holdout = payload.withheld === undefined ? wanted : 0
      const plain = plainOf(payload)
      const shown = before?.shown.etag === etagOf(plain) ? before.shown : compress(plain)
      const { version, options, forms, goals, push, phrases } = payload
      const held =
        holdout > 0
          ? share({
              version,
              options,
              nudges: [],
              withheld: 'holdout',
              ...(forms ? { forms } : {}),
              ...(goals ? { goals } : {}),
              ...(push ? { push: withoutOffers(push) } : {}),
              phrases,
            })
          : null
      const heldOut = held?.text ?? null
      const variantB = other ? serveOther(other, before) : null
      const isSame =
        before?.shown === shown &&
        before.heldOut?.etag === heldOut?.etag &&
        before.holdout === holdout &&
        before.pausedUntil?.getTime() === pausedUntil?.getTime() &&
        before.fallbackLanguage === fallbackLanguage &&
        before.onlyOrigin === onlyOrigin &&
        isSameSide(before.variantB, variantB)
      if (isSame) return before
      return {
        shown,
        heldOut,
        holdout,
        variantB,
        pausedUntil,
        hasCounts: payload.counts !== undefined,
        hasCountries: [payload, other?.payload].some((one) => one?.nudges.some(isByCountry)),
        fallbackLanguage,
        onlyOrigin,
        weight:
          entryBytes + sizeOf(shown) + (held?.weight ?? 0) + (variantB ? sizeOf(variantB.text) : 0),
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

export type Recompressor = {
  /** Call with every new payload. */
  add: (uuid: string, payload: ServedPayload) => void
}

type RecompressorOptions = {
  log: Log
  /** The current payload. */
  current: (uuid: string) => ServedPayload | undefined
  /** Avoids recompressing for shops that sell every second. */
  lastsMillis?: number
}

/**
 * Recompresses payloads that haven't changed for a while at the best quality: one at a time, off
 * the main thread, and only if they are still current.
 */
export function createRecompressor({
  log,
  current,
  lastsMillis = 2_000,
}: RecompressorOptions): Recompressor {
  // A site's newest payload replaces the previous one.
  const waiting = new Map<string, { payload: ServedPayload; from: number }>()
  let isRunning = false

  async function run(): Promise<void> {
    for (const [uuid, { payload, from }] of waiting) {
      const wait = from - performance.now()
      if (wait > 0) {
        setTimeout(() => void run(), wait).unref()
        return
      }
      waiting.delete(uuid)
      if (current(uuid) !== payload) continue
      try {
        await recompress(payload.shown)
        if (payload.heldOut) await recompress(payload.heldOut)
        if (payload.variantB) await recompress(payload.variantB.text)
      } catch (error) {
        log.warn({ err: error, site: uuid }, 'a payload could not be compressed finely')
      }
    }
    isRunning = false
  }

  return {
    add(uuid, payload) {
      if (waiting.size >= maxWaiting) return
      // Keeps the queue sorted by time: a replaced entry moves to the end.
      waiting.delete(uuid)
      waiting.set(uuid, { payload, from: performance.now() + lastsMillis })
      if (isRunning) return
      isRunning = true
      void run()
    },
  }
}

/**
 * Recompresses a text at brotli's best quality. zlib's asynchronous functions run in libuv's thread
 * pool, off the main thread. Keeps the old bytes unless the new ones are smaller.
 */
async function recompress(text: ServedText): Promise<void> {
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
