import { expect, test } from 'vitest'
import { demoMessage } from './demo-message.ts'

const demo = {
  login: { email: 'demo@footfall.localhost', password: 'a password' },
  appUrl: 'http://localhost:3000',
  adminUrl: 'http://localhost:3001/store/linen-and-oak',
  wixUrl: 'http://127.0.0.1:3040',
  panelUrl: 'http://localhost:3002/panel/linenoak',
}

test('the demo admins are named next to the demo shop', () => {
  expect(demoMessage(demo).split('\n')).toEqual(
    expect.arrayContaining([
      '  Email       demo@footfall.localhost',
      '  Password    a password',
      '  Demo shop   http://localhost:3000/demo',
      '  Demo admin  http://localhost:3001/store/linen-and-oak',
      '  Demo Wix    http://127.0.0.1:3040',
      '  BigCommerce http://localhost:3002/panel/linenoak',
    ]),
  )
})

test('without demo admins, no line mentions them', () => {
  const text = demoMessage({ ...demo, adminUrl: null, wixUrl: null, panelUrl: null })

  expect(text).toContain('Demo shop')
  expect(text).not.toContain('Demo admin')
  expect(text).not.toContain('Demo Wix')
  expect(text).not.toContain('BigCommerce')
})
