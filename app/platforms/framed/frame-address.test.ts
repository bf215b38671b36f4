import { expect, test } from 'vitest'
import { withFrameParameters, withoutFrameParameters } from './frame-address.ts'

test('an address gets the newest ticket, and keeps what is its own', () => {
  const address = 'https://app.example/goals?page=2&shell=wix&ticket=old#list'

  expect(withFrameParameters(address, { shell: 'wix', tenant: 'linen', ticket: 'new' })).toBe(
    'https://app.example/goals?page=2&shell=wix&ticket=new&tenant=linen#list',
  )
})

test.each([
  ['/goals?page=2&shell=wix&tenant=linen&ticket=t#list', '/goals?page=2#list'],
  ['/?shell=wix&tenant=linen&ticket=t&reloaded=k1', '/'],
  ['/goals?q=a+b%20c#list', '/goals?q=a+b%20c#list'],
])('the path of %s is %s', (path, plain) => {
  expect(withoutFrameParameters(path)).toBe(plain)
})
