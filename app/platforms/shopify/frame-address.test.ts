import { expect, test } from 'vitest'
import { keepFrameParameters, plainPath } from './frame-address.ts'

const admin = { shop: 'linen.myshopify.com', host: 'YWRtaW4' }

test('a screen keeps its own parameters and gets those of the frame', () => {
  const address = keepFrameParameters('https://app.example/goals?page=2#list', admin)

  expect(address).toBe(
    'https://app.example/goals?page=2&shop=linen.myshopify.com&host=YWRtaW4&embedded=1#list',
  )
})

test('an address that has them stays as it is', () => {
  const address = 'https://app.example/?embedded=1&host=YWRtaW4&shop=linen.myshopify.com&q=a+b'

  expect(keepFrameParameters(address, admin)).toBe(address)
})

test('parameters that the admin doesn’t give are left out', () => {
  expect(keepFrameParameters('https://app.example/', { shop: 'linen.myshopify.com' })).toBe(
    'https://app.example/?shop=linen.myshopify.com&embedded=1',
  )
})

test.each([
  ['/?shop=linen.myshopify.com&host=YWRtaW4&embedded=1&id_token=a.b.c&hmac=1&timestamp=2', '/'],
  ['/goals?page=2&locale=en&session=1&embedded=1&frame=x#list', '/goals?page=2#list'],
  ['/goals?page=2&reloaded=k1&left=k2', '/goals?page=2'],
  ['/goals?q=a+b%20c#list', '/goals?q=a+b%20c#list'],
])('the path of %s is %s', (path, plain) => {
  expect(plainPath(path)).toBe(plain)
})
