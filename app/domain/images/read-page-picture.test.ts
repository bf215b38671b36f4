/** Everything that a shop's page, or someone who controls it, can name as a picture (docs/threats.md T34). */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createImageEncoder } from '#app/lib/image-encoder.server.ts'
import type { Services } from '#app/services.ts'
import {
  drawProduct,
  openPictureShop,
  productPageOf,
} from '#tests/support/pictures/picture-shop.ts'
import { readPagePicture } from './read-page-picture.server.ts'

const images = createImageEncoder()

async function openPage() {
  const shop = await openPictureShop()
  const net = { fetch: shop.fetch, images: shop.fetch } as Services['net']
  const read = (path = '/products/kettle') =>
    readPagePicture(
      { net, images },
      {
        address: shop.url + path,
        size: 'small',
        isOfSite: (address) => new URL(address).hostname === 'shop.example',
      },
    )
  return { ...shop, read }
}

const pictureOf = async (bytes: Buffer) => {
  const { files, read } = await openPage()
  files['/products/kettle'] = productPageOf('/kettle.jpg')
  files['/kettle.jpg'] = bytes
  return read()
}

const filled = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d6b45' } })

test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'a %s is drawn as a small WebP, whatever its content type says',
  async (format) => {
    const reading = await pictureOf(await filled(1_200, 1_200).toFormat(format).toBuffer())

    const drawn = reading.kind === 'picture' ? reading.webp : Buffer.alloc(0)
    const { format: to, width, height } = await sharp(drawn).metadata()
    expect({ to, width, height }).toEqual({ to: 'webp', width: 256, height: 256 })
  },
)

test('a transparent picture is drawn on white, and of an animation the first frame', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const frame = (alpha: number) =>
    sharp({ create: { width: 90, height: 90, channels: 4, background: { ...clear, alpha } } })
      .png()
      .toBuffer()
  const frames = [await frame(0), await frame(1)]
  const reading = await pictureOf(
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
  )

  const drawn = sharp(reading.kind === 'picture' ? reading.webp : Buffer.alloc(0))
  expect([...(await drawn.clone().raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
  expect(await drawn.metadata()).toMatchObject({ hasAlpha: false, width: 90, height: 90 })
})

/** The header of a PNG of 30,000 × 30,000 pixels, with almost no data. */
function bomb(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const frame = (value: number) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value >>> 0)
      return bytes
    }
    return Buffer.concat([frame(data.length), body, frame(crc32(body))])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(30_000, 0)
  head.writeUInt32BE(30_000, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test.each([
  ['nothing', () => Buffer.alloc(0)],
  ['a page', () => Buffer.from('<!doctype html><p>Not found')],
  ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ['a JPEG that ends early', async () => (await drawProduct()).subarray(0, 300)],
  ['a pixel that counts visits', () => filled(1, 1).gif().toBuffer()],
  ['an icon', () => filled(63, 63).png().toBuffer()],
  ['a line', () => filled(900, 20).png().toBuffer()],
  ['a small file of 900 megapixels', bomb],
  ['6 MB', async () => Buffer.concat([await drawProduct(), Buffer.alloc(6_000_000)])],
])('%s is no picture', async (_name, bytes) => {
  expect(await pictureOf(await bytes())).toEqual({ kind: 'none' })
})

test.each([
  ['this machine', 'http://127.0.0.1/a.jpg'],
  ['the metadata service', 'http://169.254.169.254/latest/meta-data/'],
  ['a name of a private network', 'http://inner.example/a.jpg'],
  ['another port', 'http://shop.example:22/a.jpg'],
  ['a data URL', 'data:image/png;base64,iVBORw0KGgo='],
  ['a file', 'file:///etc/passwd'],
  ['a URL with a password', 'http://user:password@shop.example/a.jpg'],
])('a picture at %s is not asked for', async (_name, address) => {
  const { files, read, asked } = await openPage()
  files['/products/kettle'] = productPageOf(address)

  expect(await read()).toEqual({ kind: 'none' })
  expect(asked).toEqual(['shop.example/products/kettle'])
})

test('a picture that redirects to a private address is not followed there', async () => {
  const { files, read, port, asked } = await openPage()
  files['/products/kettle'] = productPageOf('/kettle.jpg')
  files['/kettle.jpg'] = (_request, response) =>
    response.writeHead(302, { Location: `http://inner.example:${String(port)}/kettle.jpg` }).end()

  expect(await read()).toEqual({ kind: 'none' })
  expect(asked).toEqual(['shop.example/products/kettle', 'shop.example/kettle.jpg'])
})

test('a picture can be on another host, and be one of several', async () => {
  const { files, read, port, asked } = await openPage()
  const cdn = `http://cdn.example:${String(port)}/kettle.jpg`
  files['/products/kettle'] =
    `${productPageOf('/missing.jpg')}<meta property="og:image" content="${cdn}">`
  files['/kettle.jpg'] = await drawProduct()

  expect(await read()).toMatchObject({ kind: 'picture' })
  expect(asked.slice(1)).toEqual(['shop.example/missing.jpg', 'cdn.example/kettle.jpg'])
})

test('only the beginning of a page of 50 MB is read', async () => {
  const { files, read } = await openPage()
  files['/products/kettle'] = (_request, response) => {
    response.writeHead(200, { 'Content-Length': String(50_000_000) })
    response.write(productPageOf('/kettle.jpg'))
    const write = () => {
      while (response.write('<p>'.repeat(20_000)));
    }
    response.on('drain', write)
    write()
  }
  files['/kettle.jpg'] = await drawProduct()

  expect(await read()).toMatchObject({ kind: 'picture' })
})

test('a page that leads to another site isn’t the product’s', async () => {
  const { files, read, port, asked } = await openPage()
  files['/products/kettle'] = (_request, response) =>
    response.writeHead(301, { Location: `http://other.example:${String(port)}/page` }).end()
  files['/page'] = productPageOf('/kettle.jpg')
  files['/kettle.jpg'] = await drawProduct()

  expect(await read()).toEqual({ kind: 'none' })
  expect(asked).not.toContain('other.example/kettle.jpg')
})

test('a page that moved within the site is read where it is now', async () => {
  const { files, read } = await openPage()
  files['/products/kettle'] = (_request, response) =>
    response.writeHead(301, { Location: '/shop/kettle/' }).end()
  files['/shop/kettle/'] = productPageOf('kettle.jpg')
  files['/shop/kettle/kettle.jpg'] = await drawProduct()

  expect(await read()).toMatchObject({ kind: 'picture' })
})

test('a page that moved to a category has the picture of no product', async () => {
  const { files, read, asked } = await openPage()
  files['/products/kettle'] = (_request, response) =>
    response.writeHead(302, { Location: '/kitchen' }).end()
  files['/kitchen'] = '<meta property="og:image" content="/kitchen.jpg">'
  files['/kitchen.jpg'] = await drawProduct()

  expect(await read()).toEqual({ kind: 'none' })
  expect(asked).not.toContain('shop.example/kitchen.jpg')
})

test('a page that only adds a slash hasn’t moved', async () => {
  const { files, read } = await openPage()
  files['/products/kettle'] = (_request, response) =>
    response.writeHead(301, { Location: '/products/kettle/?variant=7' }).end()
  files['/products/kettle/?variant=7'] = '<meta property="og:image" content="/kettle.jpg">'
  files['/kettle.jpg'] = await drawProduct()

  expect(await read()).toMatchObject({ kind: 'picture', isOfProduct: false })
})

test.each([
  [404, 'none'],
  [410, 'none'],
  [403, 'failed'],
  [429, 'failed'],
  [500, 'failed'],
] as const)('after a page that answers %i there is %s', async (status, kind) => {
  const { files, read } = await openPage()
  files['/products/kettle'] = (_request, response) => response.writeHead(status).end()

  expect(await read()).toEqual({ kind })
})

test.each([
  [404, 'none'],
  [503, 'failed'],
] as const)('after a picture that answers %i there is %s', async (status, kind) => {
  const { files, read } = await openPage()
  files['/products/kettle'] = productPageOf('/kettle.jpg')
  files['/kettle.jpg'] = (_request, response) => response.writeHead(status).end()

  expect(await read()).toEqual({ kind })
})

test('a picture whose server is away fails, so it is tried again', async () => {
  const { files, read } = await openPage()
  files['/products/kettle'] = productPageOf('/kettle.jpg')
  files['/kettle.jpg'] = (_request, response) => response.destroy()

  expect(await read()).toEqual({ kind: 'failed' })
})
