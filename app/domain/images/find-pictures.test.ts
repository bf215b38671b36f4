import { expect, test } from 'vitest'
import { growthOf, mostGrowth } from '#tests/support/growth.ts'
import { findPictures } from './find-pictures.ts'

const address = 'https://shop.example/products/kettle?ref=1'

const find = async (html: string, at = address) =>
  (await findPictures(html, at)).map((picture) => picture.address)

const structured = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`

const product = (image: unknown, more: object = {}) =>
  structured({ '@context': 'https://schema.org', '@type': 'Product', image, ...more })

const kettle = 'https://cdn.example/kettle.jpg'
const logo = '<meta property="og:image" content="https://cdn.example/logo.png">'

test.each([
  ['a URL', product(kettle)],
  ['a list', product([kettle])],
  ['an ImageObject', product({ '@type': 'ImageObject', url: kettle })],
  ['an ImageObject with its file', product({ '@type': 'ImageObject', contentUrl: kettle })],
  ['a list of objects', product([{ '@type': 'ImageObject', url: [kettle] }])],
  ['a list of types', product(kettle, { '@type': ['Thing', 'Product'] })],
  ['a whole name of the type', product(kettle, { '@type': 'http://schema.org/Product' })],
  ['a group of variants', product(kettle, { '@type': 'ProductGroup' })],
  ['a list of nodes', structured([{ '@type': 'WebSite' }, { '@type': 'Product', image: kettle }])],
  ['a graph', structured({ '@graph': [{ '@type': 'Product', image: kettle }] })],
  [
    'a reference within a graph',
    structured({
      '@graph': [
        { '@type': 'Product', image: { '@id': '#main' } },
        { '@type': 'ImageObject', '@id': '#main', url: kettle },
      ],
    }),
  ],
  [
    'the entity of the page',
    structured({ '@type': 'ItemPage', mainEntity: { '@type': 'Product', image: kettle } }),
  ],
  ['a type with parameters', product(kettle).replace('ld+json', 'LD+JSON; charset=utf-8')],
  [
    'a script after a broken one',
    `<script type="application/ld+json">{"@type":</script>${product(kettle)}`,
  ],
  ['structured data in the body', `${logo}<body>${product(kettle)}`],
])('the picture is read from %s, before Open Graph’s', async (_name, html) => {
  expect((await find(logo + html))[0]).toBe(kettle)
})

test.each([
  ['Open Graph', `<meta property="og:image" content="${kettle}">`],
  ['Open Graph by name', `<meta name="og:image" content=" ${kettle} ">`],
  ['its whole name', `<meta property="OG:image:url" content="${kettle}">`],
  [
    'the secure URL',
    `<meta property="og:image" content="http://cdn.example/kettle.jpg"><meta property="og:image:secure_url" content="${kettle}">`,
  ],
  ['a relative URL', '<meta property="og:image" content="//cdn.example/kettle.jpg">'],
  [
    'a page with a base',
    '<base href="https://cdn.example/"><meta property="og:image" content="kettle.jpg">',
  ],
  [
    'an escaped URL',
    '<meta property="og:image" content="https://cdn.example/kettle.jpg">'.replace(':', '&#58;'),
  ],
  [
    'a page with other structured data',
    `${structured({ '@type': 'Organization', logo: 'https://cdn.example/logo.png', image: 'https://cdn.example/us.jpg' })}<meta property="og:image" content="${kettle}">`,
  ],
])('without a product, the picture is read from %s', async (_name, html) => {
  expect((await find(html))[0]).toBe(kettle)
})

test('relative URLs of structured data belong to the page', async () => {
  expect(await find(product('../files/kettle.jpg'))).toEqual([
    'https://shop.example/files/kettle.jpg',
  ])
})

test('the product at the page’s address counts, of several', async () => {
  const html =
    product('https://cdn.example/cup.jpg', { url: 'https://shop.example/products/cup' }) +
    product(kettle, { url: '/products/kettle' })

  expect(await find(html)).toEqual([kettle])
})

test.each([
  ['before the page’s', [8, 7]],
  ['after the page’s', [7, 8]],
])('where the query names the product, another one %s isn’t it', async (_name, ids) => {
  const at = (id: number) => `https://shop.example/index.php?product_id=${String(id)}`
  const pictureOf = (id: number) => `https://cdn.example/${String(id)}.jpg`
  const html = ids.map((id) => product(pictureOf(id), { url: at(id) })).join('')

  expect(await find(html, at(7))).toEqual([pictureOf(7)])
  expect(await find(product(pictureOf(8), { url: at(8) }), at(7))).toEqual([])
  // The address in another collection, and with a choice within the page.
  const inCollection = product(kettle, { url: `${address}&color=red` })
  expect(await find(inCollection, 'https://shop.example/sale/kettle')).toEqual([kettle])
  expect(await find(inCollection, address)).toEqual([kettle])
})

test('a picture without a name isn’t another node without one', async () => {
  const named = { '@type': 'Product', image: { '@type': 'ImageObject', caption: 'Kettle' } }
  const other = { '@type': 'ImageObject', url: 'https://cdn.example/logo.png' }

  expect(await find(structured({ '@graph': [named, other] }))).toEqual([])
})

test('several products without addresses are no answer, and Open Graph is', async () => {
  const html = product('https://cdn.example/a.jpg') + product('https://cdn.example/b.jpg')

  expect(await find(html + `<meta property="og:image" content="${kettle}">`)).toEqual([kettle])
})

test('related products within a product aren’t what the page is about', async () => {
  const related = { isRelatedTo: [{ '@type': 'Product', image: 'https://cdn.example/cup.jpg' }] }

  expect(await find(product(kettle, related))).toEqual([kettle])
})

test.each([
  ['an empty page', ''],
  ['no HTML', '{"image":"https://cdn.example/kettle.jpg"}'],
  ['a comment', `<!-- <meta property="og:image" content="${kettle}"> -->`],
  ['an element in the body', `<body><meta property="og:image" content="${kettle}">`],
  ['a picture in a data URL', product('data:image/png;base64,iVBORw0KGgo=')],
  ['a script as a URL', product('javascript:alert(1)')],
  ['a file', product('file:///etc/passwd')],
  ['a URL with a password', product('https://user:password@cdn.example/kettle.jpg')],
  ['a URL that is too long', product(`https://cdn.example/${'a'.repeat(3_000)}`)],
  ['another type', structured({ '@type': 'ProductCollection', image: kettle })],
  ['an image that is a number', product(7)],
  ['an image that refers to itself', product({ '@id': '#a' }, { '@id': '#a' })],
  ['broken structured data', '<script type="application/ld+json">{"@type":"Product",}</script>'],
  ['null', structured(null)],
  ['a script of another type', product(kettle).replace('ld+json', 'json')],
])('%s has no picture', async (_name, html) => {
  expect(await find(html)).toEqual([])
})

test('a picture is the product’s by structured data, and the page’s by Open Graph alone', async () => {
  const openGraph = `<meta property="og:image" content="${kettle}">`

  expect(await findPictures(logo + product(kettle), address)).toEqual([
    { address: kettle, isOfProduct: true },
    { address: 'https://cdn.example/logo.png', isOfProduct: false },
  ])
  expect(await findPictures(openGraph, address)).toEqual([{ address: kettle, isOfProduct: false }])
  expect(await findPictures(openGraph + product(kettle), address)).toEqual([
    { address: kettle, isOfProduct: true },
  ])
})

test('at most three pictures are tried', async () => {
  const many = Array.from({ length: 9 }, (_one, at) => `https://cdn.example/${String(at)}.jpg`)

  expect(await find(product(many))).toEqual(many.slice(0, 3))
})

test.each([
  ['', '<meta property="og:image" content="">', ''],
  ['', structured({ '@type': 'Product' }), ''],
  ['', '<script type="application/ld+json">[', ''],
  ['<script type="application/ld+json">', '[', '</script>'],
  ['<script type="application/ld+json">[', '{"@type":"Product","image":[[]]},', '0]</script>'],
  ['<script type="application/ld+json">{"@graph":[', '{"@id":"#a"},', '0]}</script>'],
  ['<meta ', 'a="b" ', '>'],
  ['', '<base ', '>'],
  ['', '<', ''],
])('the cost of a page is linear: %s%s…', async (start, piece, end) => {
  const pageOf = (length: number) => start + piece.repeat(length / piece.length) + end

  expect(await growthOf((html) => find(html), pageOf, 1_500_000)).toBeLessThan(mostGrowth)
})
