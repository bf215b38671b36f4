import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createImageEncoder, InvalidImage } from './image-encoder.server.ts'

const drawer = createImageEncoder()
const square = { width: 64, isSquare: true }

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d6b45' } })

test.each(['jpeg', 'png', 'webp', 'gif'] as const)('a %s becomes a WebP square', async (format) => {
  const given = await picture(300, 100).toFormat(format).toBuffer()

  const drawn = await sharp(await drawer.encode(given, square)).metadata()

  expect(drawn).toMatchObject({ format: 'webp', width: 64, height: 64 })
})

test('nothing of the file is kept but what is seen', async () => {
  const given = await picture(100, 80)
    .withExif({ IFD0: { Copyright: 'a hidden word' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
  expect(given.toString('latin1')).toContain('a hidden word')

  const drawn = await drawer.encode(given, square)

  const { exif, xmp, iptc, icc } = await sharp(drawn).metadata()
  expect({ exif, xmp, iptc, icc }).toEqual({})
  expect(drawn.toString('latin1')).not.toContain('a hidden word')
})

test('a photo that was taken sideways is upright', async () => {
  const given = await picture(100, 50).withMetadata({ orientation: 6 }).jpeg().toBuffer()

  const drawn = await drawer.encode(given, { width: 500, isSquare: false })

  expect(await sharp(drawn).metadata()).toMatchObject({ width: 50, height: 100 })
})

test('a picture is made smaller at its own proportions, and not larger', async () => {
  const given = await picture(400, 100).png().toBuffer()

  const small = await drawer.encode(given, { width: 200, isSquare: false })
  const same = await drawer.encode(given, { width: 800, isSquare: false })

  expect(await sharp(small).metadata()).toMatchObject({ width: 200, height: 50 })
  expect(await sharp(same).metadata()).toMatchObject({ width: 400, height: 100 })
})

test('a tall picture fits into the height that it may have', async () => {
  const given = await picture(100, 800).png().toBuffer()

  const drawn = await drawer.encode(given, { width: 256, maxHeight: 256, isSquare: false })

  expect(await sharp(drawn).metadata()).toMatchObject({ width: 32, height: 256 })
})

test('transparent parts get the background that is asked for', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const given = await sharp({ create: { width: 70, height: 70, channels: 4, background: clear } })
    .png()
    .toBuffer()

  const drawn = await drawer.encode(given, { ...square, background: '#fff' })

  const { data, info } = await sharp(drawn).raw().toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, info.channels)]).toEqual([255, 255, 255])
})

test('an animation becomes its first frame', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 80, height: 80, channels: 3, background } })
      .png()
      .toBuffer()
  const frames = [await frame('#f00'), await frame('#00f')]
  const given = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(given).metadata()).pages).toBe(2)

  const drawn = await drawer.encode(given, square)

  const { pages, height } = await sharp(drawn).metadata()
  const [red = 0, , blue = 255] = await sharp(drawn).raw().toBuffer()
  expect({ pages, height, isRed: red > 200 && blue < 50 }).toEqual({
    pages: undefined,
    height: 64,
    isRed: true,
  })
})

test.each([
  [1, 1],
  [63, 900],
  [900, 63],
])(
  'a picture of %i by %i pixels is too small where one of 64 is asked for',
  async (width, height) => {
    const given = await picture(width, height).png().toBuffer()

    await expect(drawer.encode(given, { ...square, leastSide: 64 })).rejects.toThrow(InvalidImage)
  },
)

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9"/></svg>'

/** The header of a PNG of 30,000 × 30,000 pixels, with almost no data. */
function bomb(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const frame = (value: number) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes
    }
    return Buffer.concat([frame(data.length), body, frame(crc32(body))])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(30_000, 0)
  head.writeUInt32BE(30_000, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const rows = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test.each([
  ['an SVG', Buffer.from(svg)],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['nothing', Buffer.alloc(0)],
  [
    'an SVG behind the first bytes of a JPEG',
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
  ],
  [
    'a broken PNG',
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      Buffer.alloc(99),
    ]),
  ],
  ['a PNG of 900 million pixels', bomb()],
])('%s is no picture', async (_what, bytes) => {
  await expect(drawer.encode(bytes, square)).rejects.toBeInstanceOf(InvalidImage)
})

test('a TIFF is no picture, whatever the library could read', async () => {
  const given = await picture(9, 9).tiff().toBuffer()

  await expect(drawer.encode(given, square)).rejects.toBeInstanceOf(InvalidImage)
})

test('images beyond the queue are asked to come back', async () => {
  const given = await picture(500, 500).png().toBuffer()

  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, () => drawer.encode(given, square)),
  )

  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(8)
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } })
})
