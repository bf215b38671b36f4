import { expect, test } from 'vitest'
import { readConfig } from './config.server.ts'

const local = {
  DATA_DIR: '/nowhere',
  APP_KEY: Buffer.alloc(32, 1).toString('base64'),
  DATABASE_URL: 'postgres://localhost/footfall',
}

test('events are logged nowhere by default', () => {
  expect(readConfig(local)).toMatchObject({ eventLog: 'off', nats: undefined })
  // The address of a NATS that isn't used doesn't matter.
  expect(readConfig({ ...local, NATS_URL: 'x' }).nats).toBeUndefined()
})

test('several servers of NATS have one user, whose password can have any sign', () => {
  const { nats } = readConfig({
    ...local,
    EVENT_LOG: 'nats',
    NATS_URL:
      'tls://foot:p%40ss%2Fword@one:4223, tls://foot:p%40ss%2Fword@two,tls://foot:p%40ss%2Fword@[::1]:4222',
    NATS_STREAM: 'shop_1',
    NATS_REPLICAS: '1',
    NATS_MAX_BYTES: '2000000',
    NATS_ALLOW_OLD: '1',
    NATS_SYNC_ALWAYS: '1',
  })

  expect(nats).toEqual({
    servers: ['one:4223', 'two:4222', '[::1]:4222'],
    user: { name: 'foot', password: 'p@ss/word' },
    needsTls: true,
    stream: 'shop_1',
    replicas: 1,
    maxBytes: 2_000_000,
    allowsOld: true,
    syncsAlways: true,
  })
})

test('by default three servers keep an event, and old ones are refused', () => {
  const { nats } = readConfig({ ...local, EVENT_LOG: 'nats', NATS_URL: 'nats://one' })

  expect(nats).toMatchObject({
    user: undefined,
    needsTls: false,
    stream: 'footfall',
    replicas: 3,
    allowsOld: false,
    syncsAlways: false,
  })
})

test.each([
  ['no NATS_URL', { NATS_URL: '' }, 'EVENT_LOG=nats needs NATS_URL'],
  ['no PostgreSQL', { DATABASE_URL: '' }, 'EVENT_LOG=nats needs DATABASE_URL'],
  ['another scheme', { NATS_URL: 'http://user:secret@one' }, 'NATS_URL must be'],
  ['a missing URL', { NATS_URL: 'nats://one,,nats://two' }, 'NATS_URL must be'],
  ['two users', { NATS_URL: 'nats://a:secret@one,nats://b:secret@two' }, 'the same scheme'],
  ['two schemes', { NATS_URL: 'nats://a:secret@one,tls://a:secret@two' }, 'the same scheme'],
  ['two copies', { NATS_REPLICAS: '2' }, 'NATS_REPLICAS: must be 1, 3 or 5'],
  ['a name with a dot', { NATS_STREAM: 'a.b' }, 'NATS_STREAM'],
  ['no room', { NATS_MAX_BYTES: '1000' }, 'NATS_MAX_BYTES'],
])('%s prevents the start, with the reason and without a secret', (_name, change, reason) => {
  const read = () => readConfig({ ...local, EVENT_LOG: 'nats', NATS_URL: 'nats://one', ...change })

  expect(read).toThrow(reason)
  expect(read).not.toThrow('secret')
})
