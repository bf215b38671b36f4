import { expect, test } from 'vitest'
import { readHostParameter } from './host-parameter.ts'

const encode = (text: string) => Buffer.from(text).toString('base64')

test.each(['admin.shopify.com/store/linen', 'linen.myshopify.com/admin'])(
  '%s is an admin',
  (host) => {
    expect(readHostParameter(encode(host))).toBe(host)
  },
)

test.each([
  ['nothing', null],
  ['empty text', ''],
  ['no base64', 'admin.shopify.com/store/linen'],
  ['another alphabet', 'YWRt_W4'],
  ['another site', encode('evil.example/store/linen')],
  ['another site with the suffix', encode('evil.example/.myshopify.com')],
  ['a person at a host', encode('admin.shopify.com@evil.example/')],
  ['another port', encode('admin.shopify.com:8443/store/linen')],
  ['a longer host', encode('admin.shopify.com.evil.example/store/linen')],
  ['control characters', encode('admin.shopify.com/store/\nlinen')],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00]).toString('base64')],
  ['a very long one', encode(`admin.shopify.com/store/${'a'.repeat(600)}`)],
])('%s is none', (_what, value) => {
  expect(readHostParameter(value)).toBeNull()
})

test('a store that replaces Shopify is an admin only where it is configured', () => {
  const host = 'localhost:4100/store/linen'

  expect(readHostParameter(encode(host), 'http://localhost:4100')).toBe(host)
  expect(readHostParameter(encode(host), 'http://localhost:4200')).toBeNull()
  expect(readHostParameter(encode(host))).toBeNull()
})
