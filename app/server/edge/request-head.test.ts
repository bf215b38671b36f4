import { expect, test } from 'vitest'
import { headerOf } from './request-head.ts'

const request = {
  rawHeaders: [
    'Host',
    'shop.example',
    'ACCEPT-Encoding',
    'br',
    'Origin',
    '',
    'accept-encoding',
    'gzip',
  ],
}

test.each([
  ['host', 'shop.example'],
  ['accept-encoding', 'br, gzip'],
  ['origin', ''],
  ['shop.example', undefined],
  ['cookie', undefined],
])('the header %s is %s', (name, value) => {
  expect(headerOf(request, name)).toBe(value)
})
