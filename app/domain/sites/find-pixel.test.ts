import { expect, test } from 'vitest'
import { growthOf } from '#tests/support/growth.ts'
import { findPixel } from './find-pixel.ts'

const address = 'https://shop.example/'
const tag = '<script async src="https://app.example/js/pixel.library.js" data-site="u-1"></script>'

test.each([
  ['as it is copied', tag],
  ['single quotes', tag.replaceAll('"', "'")],
  ['capitals and a query', tag.replace('<script', '<SCRIPT').replace('.js"', '.js?v=1"')],
  ['line breaks', tag.replaceAll(' ', '\n')],
  ['no quotes', '<script src=https://app.example/js/pixel.library.js data-site=u-1>'],
])('the pixel is found with %s', async (_case, html) => {
  const { tags } = await findPixel(
    `<!doctype html><title>a > b</title><body>${html}</body>`,
    address,
  )

  expect(tags).toEqual([{ origin: 'https://app.example', isCopy: false, uuid: 'u-1', nonce: null }])
})

test('a tag in a comment isn’t found', async () => {
  expect(await findPixel(`<!-- ${tag} -->`, address)).toMatchObject({
    tags: [],
    isCommentedOut: true,
  })
})

test('another script is not ours', async () => {
  const html = '<script src="/js/other.js"></script><script>"pixel.library.js"</script>'

  expect(await findPixel(html, address)).toEqual({ tags: [], policies: [], isCommentedOut: false })
})

test('the policy of the page itself is found, and the nonce of the element', async () => {
  const html = `<META http-equiv="Content-Security-Policy" content="script-src 'nonce-a'">${tag.replace('async', 'nonce="a"')}`

  const { policies, tags } = await findPixel(html, address)

  expect(policies).toEqual(["script-src 'nonce-a'"])
  expect(tags).toMatchObject([{ nonce: 'a' }])
})

test.each([
  ['elements without an end', '<script '],
  ['quotes without an end', `<script a="`],
  ['attributes without values', '<script a b '],
  ['comments without an end', '<!-- <script '],
  ['policies', '<meta http-equiv=content-security-policy content=a>'],
  ['nested elements', '<a><p>'],
])('the cost of %s is linear', async (_case, piece) => {
  const read = (text: string) => findPixel(text, address)
  const repeated = (length: number) => piece.repeat(length / piece.length)

  expect(await growthOf(read, repeated, 1_500_000)).toBeLessThan(9)
})
