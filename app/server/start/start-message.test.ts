import { expect, test } from 'vitest'
import type { Config } from '#app/config.server.ts'
import { startMessage } from './start-message.server.ts'

const running = { address: 'http://localhost:3000', stop: () => Promise.resolve() }

test.each([
  [undefined, '  Data        /data'],
  ['postgres://localhost/footfall', '  Data        PostgreSQL'],
])('the message names the address, where to begin and the data', (databaseUrl, data) => {
  const config = { databaseUrl, dataDir: '/data' } as Config

  expect(startMessage(running, config).split('\n')).toEqual(
    expect.arrayContaining([
      'Footfall is ready: http://localhost:3000',
      '  Create an account: http://localhost:3000/auth/register',
      data,
    ]),
  )
})
