import { expect, test } from 'vitest'
import type { Config } from '#app/config.server.ts'
import { startMessage } from './start-message.server.ts'

const config = { databaseUrl: undefined, dataDir: '/data' } as Config
const running = {
  address: 'http://localhost:3000',
  demoLogin: { email: 'demo@footfall.localhost', password: 'a password' },
  demoAdminUrl: 'http://localhost:3001/store/linen-and-oak',
  stop: () => Promise.resolve(),
}

test('the demo admin is named next to the demo shop', () => {
  expect(startMessage(running, config).split('\n')).toEqual(
    expect.arrayContaining([
      '  Demo shop   http://localhost:3000/demo',
      '  Demo admin  http://localhost:3001/store/linen-and-oak',
    ]),
  )
})

test('without one, there is no line about it', () => {
  const text = startMessage({ ...running, demoAdminUrl: null }, config)

  expect(text).toContain('Demo shop')
  expect(text).not.toContain('Demo admin')
})
