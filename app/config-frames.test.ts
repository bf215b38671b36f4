import { expect, test } from 'vitest'
import { readConfig } from './config.server.ts'

const read = (ancestors: string | undefined, APP_ENV = 'production') =>
  readConfig(
    {
      APP_ENV,
      APP_URL: APP_ENV === 'local' ? undefined : 'https://app.example',
      WIX_FRAME_ANCESTORS: ancestors,
    },
    () => Buffer.alloc(32).toString('base64'),
  ).frameAncestors

test('only the systems’ own hosts frame the product, unless the operator names others', () => {
  expect(read(undefined)).toEqual({
    wix: ['https://manage.wix.com', 'https://*.wix.com'],
    bigcommerce: ['https://store-{tenant}.mybigcommerce.com'],
  })
  expect(read('https://editor.wix.com  https://{tenant}.example.com:8443').wix).toEqual([
    ...['https://editor.wix.com', 'https://{tenant}.example.com:8443'],
  ])
  expect(read('http://127.0.0.1:4000', 'local').wix).toEqual(['http://127.0.0.1:4000'])
})

test.each([
  '*',
  "'self'",
  "'none'",
  'https:',
  'https://*',
  'https://*.com',
  'https://com',
  'http://manage.wix.com',
  'https://manage.wix.com/path',
  'https://manage.wix.com;script-src',
  'https://manage.wix.com, https://x.example',
  'https://a.*.wix.com',
  'https://manage.wix.com https://*',
  'javascript:alert(1)',
  'https://{tenant}',
  'https://wix.{tenant}',
  'https://{tenant}.com',
  'https://store-{tenant}.com:8443',
  'https://*.{tenant}.com',
])('the start is refused with %s', (ancestors) => {
  expect(() => read(ancestors)).toThrow('WIX_FRAME_ANCESTORS')
})
