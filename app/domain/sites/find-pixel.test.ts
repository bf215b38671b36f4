import { expect, test } from 'vitest'
import { findPixel } from './find-pixel.ts'

const address = 'https://shop.example/'
const tag = '<script async src="https://app.example/js/pixel.library.js" data-site="u-1"></script>'

test.each([
  ['as it is copied', tag],
  ['single quotes', tag.replaceAll('"', "'")],
  ['capitals and a query', tag.replace('<script', '<SCRIPT').replace('.js"', '.js?v=1"')],
  ['line breaks', tag.replaceAll(' ', '\n')],
  ['no quotes', '<script src=https://app.example/js/pixel.library.js data-site=u-1>'],
])('the pixel is found with %s', (_case, html) => {
  const { tags } = findPixel(`<!doctype html><title>a > b</title><body>${html}</body>`, address)

  expect(tags).toEqual([{ origin: 'https://app.example', uuid: 'u-1', nonce: null }])
})

test('what stands in a comment is not there', () => {
  expect(findPixel(`<!-- ${tag} -->`, address)).toMatchObject({ tags: [], isCommentedOut: true })
})

test('another script is not ours', () => {
  const html = '<script src="/js/other.js"></script><script>"pixel.library.js"</script>'

  expect(findPixel(html, address)).toEqual({ tags: [], policies: [], isCommentedOut: false })
})

test('the policy of the page itself is found, and the nonce of the element', () => {
  const html = `<META http-equiv="Content-Security-Policy" content="script-src 'nonce-a'">${tag.replace('async', 'nonce="a"')}`

  const { policies, tags } = findPixel(html, address)

  expect(policies).toEqual(["script-src 'nonce-a'"])
  expect(tags).toMatchObject([{ nonce: 'a' }])
})

test('a page without an end to its elements is read in time', () => {
  const html = `<script ${'a="'.repeat(50_000)}`

  expect(findPixel(html, address).tags).toEqual([])
})
