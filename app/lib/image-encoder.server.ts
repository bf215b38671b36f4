/**
 * Re-encodes images as WebP. Only pixels survive, so locations and hidden text in the file are
 * removed. The type is read from the bytes alone. SVG is not supported.
 */
import type { Sharp } from 'sharp'
import { Refusal } from './errors.ts'
import { limitConcurrency } from './async/limit-concurrency.ts'

type EncodeOptions = {
  /** Pixels. Smaller images aren't enlarged, unless `isSquare`. */
  width: number
  /** Cropped to a centered square; otherwise scaled as a whole. */
  isSquare: boolean
  /** Pixels that it isn't taller than, for images of any shape. */
  maxHeight?: number
  /** Pixels that both sides must have at least, as the file has them. Smaller images are invalid. */
  leastSide?: number
  /** A color of CSS instead of what is transparent. */
  background?: string
}

export type ImageEncoder = {
  /**
   * @throws InvalidImage
   * @throws Refusal `unavailable` when too many wait
   */
  encode: (bytes: Buffer, drawing: EncodeOptions) => Promise<Buffer>
}

/** Neither JPEG, PNG, WebP nor GIF, or broken, or too large to decode. */
export class InvalidImage extends Error {
  override readonly name = 'InvalidImage'
}

/** Decoding takes whole CPU cores, which page requests need too. */
const atOnce = 2
const waitingAtMost = 50

/** Read from the header before decoding: a small file can unpack to gigabytes. */
const maxPixels = 25_000_000
const maxSeconds = 5

export function createImageEncoder(): ImageEncoder {
  const inTurn = limitConcurrency(atOnce)
  let inside = 0

  return {
    async encode(bytes, drawing) {
      if (!looksLikePicture(bytes)) throw new InvalidImage('Not an image.')
      if (inside >= atOnce + waitingAtMost) {
        throw new Refusal(
          'unavailable',
          'Too many images are being processed. Try again in a moment.',
          {
            retryAfterSeconds: 5,
          },
        )
      }
      inside += 1
      try {
        return await inTurn(() => drawWebp(bytes, drawing))
      } finally {
        inside -= 1
      }
    },
  }
}

/** Draws the first frame of an animation. */
async function drawWebp(bytes: Buffer, options: EncodeOptions): Promise<Buffer> {
  const { width, isSquare, maxHeight, leastSide, background } = options
  const sharp = await loadSharp()
  const picture: Sharp = sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true })
  try {
    if (leastSide !== undefined) {
      const given = await picture.metadata()
      if (Math.min(given.width, given.height) < leastSide) throw new InvalidImage('Too small.')
    }
    const whole = maxHeight === undefined ? { width } : { width, height: maxHeight }
    return await (background === undefined ? picture : picture.flatten({ background }))
      .autoOrient()
      .resize(
        isSquare
          ? { width, height: width, fit: 'cover' }
          : { ...whole, fit: 'inside', withoutEnlargement: true },
      )
      .webp({ quality: 82 })
      .timeout({ seconds: maxSeconds })
      .toBuffer()
  } catch (error) {
    if (error instanceof InvalidImage) throw error
    throw new InvalidImage('This image can’t be processed.', { cause: error })
  }
}

let loading: ReturnType<typeof setUpSharp> | null = null

/**
 * Native and large, so loaded with the first image. Set up exactly once: the setup blocks all
 * readers for a moment, and an image that another thread decodes then would be refused.
 */
const loadSharp = () => (loading ??= setUpSharp())

async function setUpSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  // A safety net behind `looksLikePicture`: disables all other readers of the library.
  sharp.block({ operation: ['VipsForeignLoad'] })
  const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif']
  sharp.unblock({ operation: readers.map((name) => `VipsForeignLoad${name}`) })
  return sharp
}

const beginnings = [
  Buffer.from([0xff, 0xd8, 0xff]),
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('GIF87a'),
  Buffer.from('GIF89a'),
]

function looksLikePicture(bytes: Buffer): boolean {
  if (beginnings.some((beginning) => bytes.subarray(0, beginning.length).equals(beginning))) {
    return true
  }
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
}
