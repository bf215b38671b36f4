import { expect, test } from 'vitest'
import { createReader, endStatus, notificationsIn, simpleQuery, textsIn } from './wire.js'

const startup = () => {
  const message = Buffer.alloc(8)
  message.writeInt32BE(8, 0)
  message.writeInt32BE(196608, 4)
  return message
}

/** A frontend message: type, length, body. */
const message = (type: string, body = '') => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, Buffer.from(body)])
}

test('an extended query stays one unit, up to its Sync, however the bytes arrive', () => {
  const read = createReader('c1_')
  const bytes = Buffer.concat([
    startup(),
    message('P', '\0select 1\0\0\0'),
    message('B', '\0\0\0\0\0\0\0\0'),
    message('E', '\0\0\0\0\0'),
    message('S'),
  ])

  const found = [...bytes].flatMap((byte) => read(Buffer.from([byte])))

  expect(found.map(({ kind }) => kind)).toEqual(['startup', 'unit'])
  expect(found[1]).toMatchObject({ bytes: bytes.subarray(8) })
})

test('two simple queries are two units: another client may come between them', () => {
  const read = createReader('c1_')
  read(startup())

  const found = read(Buffer.concat([simpleQuery('select 1'), simpleQuery('select 2')]))

  expect(found).toHaveLength(2)
})

test('named statements carry the client, unnamed ones and portals do not', () => {
  const read = createReader('c7_')
  read(startup())

  const [unit] = read(
    Buffer.concat([
      message('P', 'find\0select 1\0\0\0'),
      message('B', 'portal\0find\0\0\0\0\0\0\0'),
      message('D', 'Sfind\0'),
      message('D', 'Pportal\0'),
      message('P', '\0select 2\0\0\0'),
      message('S'),
    ]),
  )

  const text = unit?.kind === 'unit' ? unit.bytes.toString('latin1') : ''
  expect(text.match(/c7_find/g)).toHaveLength(3)
  expect(text).not.toContain('c7_portal')
  expect(text).not.toContain('c7_\0')
})

test('the end of an answer shows whether a transaction is open', () => {
  const ready = (status: string) => Buffer.from(`Z\0\0\0\u0005${status}`, 'latin1')

  expect(endStatus(ready('I'))).toBe('I')
  expect(endStatus(Buffer.concat([Buffer.from('D....'), ready('T')]))).toBe('T')
  expect(endStatus(Buffer.from('C...'))).toBeNull()
})

test('a stranger to the protocol is refused', () => {
  const read = createReader('c1_')

  expect(() => read(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toThrow(/unknown start/)
})

test('an announcement is found among the other messages of an answer', () => {
  const sender = Buffer.alloc(4)
  const announced = (channel: string, payload: string) =>
    message('A', `${sender.toString('latin1')}${channel}\0${payload}\0`)
  const answer = Buffer.concat([
    announced('site_changed', '7'),
    message('C', 'INSERT 0 1\0'),
    announced('site_changed', ''),
    message('Z', 'I'),
  ])

  expect(notificationsIn(answer)).toEqual([
    { announced: 'site_changed', payload: '7' },
    { announced: 'site_changed', payload: '' },
  ])
})

test('the first column of each row is found among the other messages of an answer', () => {
  const column = (text: string | null) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(text === null ? -1 : Buffer.byteLength(text))
    return Buffer.concat([length, Buffer.from(text ?? '')]).toString('latin1')
  }
  const row = (...columns: (string | null)[]) => {
    const count = Buffer.from([0, columns.length])
    const body = Buffer.concat([count, Buffer.from(columns.map(column).join(''), 'latin1')])
    const head = Buffer.alloc(5)
    head.write('D')
    head.writeInt32BE(4 + body.length, 1)
    return Buffer.concat([head, body])
  }
  const answer = Buffer.concat([
    message('T', '\0\0'),
    row('vacuum "Zoë"', 'more'),
    row(null, 'more'),
    row('analyze b'),
    message('C', 'SELECT 3\0'),
    message('Z', 'I'),
  ])

  expect(textsIn(answer)).toEqual(['vacuum "Zoë"', 'analyze b'])
})
