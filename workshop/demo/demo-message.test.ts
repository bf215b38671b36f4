import { expect, test } from 'vitest'
import { demoMessage } from './demo-message.ts'

const demo = {
  login: { email: 'demo@footfall.localhost', password: 'a password' },
  appUrl: 'http://localhost:3000',
  adminUrl: 'http://localhost:3001/store/linen-and-oak',
  panelUrl: 'http://localhost:3002/panel/linenoak',
}

test('the demo admin is named next to the demo shop', () => {
  expect(demoMessage(demo).split('\n')).toEqual(
    expect.arrayContaining([
      '  Email       demo@footfall.localhost',
      '  Password    a password',
      '  Demo shop   http://localhost:3000/demo',
      '  Demo admin  http://localhost:3001/store/linen-and-oak',
      '  BigCommerce http://localhost:3002/panel/linenoak',
    ]),
  )
})

test('without a demo admin, no line mentions it', () => {
  const text = demoMessage({ ...demo, adminUrl: null, panelUrl: null })

  expect(text).toContain('Demo shop')
  expect(text).not.toContain('Demo admin')
  expect(text).not.toContain('BigCommerce')
})
