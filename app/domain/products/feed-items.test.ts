import { expect, test } from 'vitest'
import { feedLimits, type FeedLimits } from './feed-error.ts'
import { readFeedItems } from './feed-items.server.ts'
import { readProduct, type ProductFields } from './product-fields.ts'

/** In chunks of three bytes, which split characters. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += 3) {
    yield await Promise.resolve(bytes.subarray(start, start + 3))
  }
}

async function readAll(
  text: string | Buffer,
  { charset = null, ...limits }: Partial<FeedLimits> & { charset?: string | null } = {},
) {
  const items: ProductFields[] = []
  const take = (fields: ProductFields) => {
    items.push(fields)
    return Promise.resolve()
  }
  const pieces = typeof text === 'string' ? inPieces(Buffer.from(text)) : inPieces(text)
  const format = await readFeedItems({ pieces, charset }, take, { ...feedLimits, ...limits })
  return { format, products: items.map(readProduct) }
}

const kettle = {
  externalId: '7',
  title: 'Blue Kettle – 1 ℓ & more',
  url: 'https://shop.example/kettle',
  image: 'https://shop.example/kettle.png',
  priceCents: 1250,
  currency: 'EUR',
  stock: 3,
  isAvailable: true,
}

const item = `<g:id>7</g:id><g:title>Blue Kettle – 1 ℓ &amp; more</g:title>
  <g:price>12.5 EUR</g:price><g:quantity>3</g:quantity><g:availability>in_stock</g:availability>
  <g:image_link>https://shop.example/kettle.png</g:image_link>
  <g:shipping><g:price>99 USD</g:price></g:shipping>`

const rss = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>
<item><title>Another name</title><link>https://shop.example/kettle</link>${item}</item>
</channel></rss>`

const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0">
<entry><link rel="self" href="https://shop.example/feed"/>
<link href="https://shop.example/kettle"/>${item}</entry></feed>`

const csv = `\uFEFFid;title;link;image link;price;quantity;availability
7;"Blue Kettle – 1 ℓ & more";https://shop.example/kettle;https://shop.example/kettle.png;12,50 EUR;3;in stock
`

test.each([
  ['xml', rss],
  ['xml', atom],
  ['csv', csv],
  ['csv', csv.replaceAll(';', '\t')],
])('the same product is read from %s', async (format, text) => {
  expect(await readAll(text)).toEqual({
    format,
    products: [{ ok: true, product: kettle, lost: [] }],
  })
})

test.each([
  ['<a>'.repeat(40), {}, 'The feed is nested too deeply.'],
  [
    `<rss><item><id>${'7'.repeat(50)}</id></item></rss>`,
    { maxFieldLength: 20 },
    'A field in the feed is too long.',
  ],
  [`<rss a="${'7'.repeat(99)}"/>`, { maxFieldLength: 20 }, 'Part of the feed is too long.'],
  [rss, { maxItems: 0 }, 'The feed has more than 0 products.'],
  [rss, { maxFields: 2 }, 'A product in the feed has too many fields.'],
  [rss.slice(0, rss.indexOf('</g:price>')), {}, 'The feed breaks off before its end.'],
  [rss.slice(0, rss.indexOf('</channel>')), {}, 'The feed breaks off before its end.'],
  ['<rss><item><id>7</id><title><![CDATA[Mug', {}, 'The feed breaks off before its end.'],
  [
    '<!DOCTYPE html><html><p>Sold out</p></html>',
    {},
    'The URL leads to a web page, not to a feed.',
  ],
  [`<rss>${'<!-- '.padEnd(200)}`, { maxFieldLength: 20 }, 'Part of the feed is too long.'],
  ['<rss></rss>', {}, 'The feed has no products.'],
  [' \n ', {}, 'The feed is empty.'],
  ['id,title\n7,"never closed', {}, 'Line 2 isn’t valid CSV.'],
  [`id,title\n7,${'7'.repeat(50)}`, { maxFieldLength: 20 }, 'Line 2 isn’t valid CSV.'],
  [`id,title\n7${','.repeat(50)}`, { maxFields: 20 }, 'There are too many columns.'],
])('%s is refused with its reason', async (text, limits, sentence) => {
  await expect(readAll(text, limits)).rejects.toThrow(sentence)
})

test.each(['', 'id,title\n'])(
  'a row of commas after %j is refused before it ends',
  async (head) => {
    async function* endless() {
      yield Buffer.from(head)
      for (;;) yield await Promise.resolve(Buffer.alloc(64 * 1024, ','))
    }

    const reading = readFeedItems({ pieces: endless() }, () => Promise.resolve())

    await expect(reading).rejects.toThrow('There are too many columns.')
  },
)
