import { expect, test } from 'vitest'
import { hostile, plain, post, uuid } from '#tests/support/raw-requests.ts'
import { readRequest } from './raw-request.ts'

test('a plain question is read: its site and its headers as they came', () => {
  const request = readRequest(
    Buffer.from(plain('If-None-Match: "a", W/"b"', 'aCCept-Encoding: gzip, br')),
  )

  expect(request).toEqual({
    uuid,
    body: null,
    rawHeaders: [
      ...['Host', 'shop.example', 'If-None-Match', '"a", W/"b"'],
      ...['aCCept-Encoding', 'gzip, br'],
    ],
  })
})

test('a report is read with its body, whatever bytes it has', () => {
  const body = `{"a":"\r\n\r\nGET / \xff"}`

  const request = readRequest(Buffer.from(post(body, 'Origin: https://a.example'), 'latin1'))

  expect(request).toMatchObject({ uuid, body: Buffer.from(body, 'latin1') })
  expect(request?.rawHeaders.slice(-2)).toEqual(['Origin', 'https://a.example'])
})

test('a report of nothing is one, too', () => {
  expect(readRequest(Buffer.from(post('')))?.body).toHaveLength(0)
})

test('a connection that is to stay open may say so', () => {
  expect(readRequest(Buffer.from(plain('Connection: Keep-Alive', 'Keep-Alive: 5')))).not.toBeNull()
})

test.each(Object.entries(hostile))('%s is left to Node', (_what, bytes) => {
  expect(readRequest(Buffer.from(bytes, 'latin1'))).toBeNull()
})

test.each([
  ['question', plain('Accept: */*', 'Accept-Encoding: br')],
  ['report', post('{"events":[{"id":"a"}]}')],
])('no part of a plain %s is a request itself', (_what, text) => {
  const whole = Buffer.from(text)

  const parts = Array.from(whole, (_byte, at) => [whole.subarray(0, at), whole.subarray(at)])

  expect(parts.slice(1).flat().map(readRequest).filter(Boolean)).toEqual([])
})

test.each([
  ['question', plain('Accept: */*')],
  ['report', post()],
])('a %s with a byte more at either end is left to Node, whichever it is', (_what, text) => {
  const whole = Buffer.from(text)

  for (let byte = 0; byte < 256; byte += 1) {
    expect(readRequest(Buffer.concat([whole, Buffer.of(byte)]))).toBeNull()
    expect(readRequest(Buffer.concat([Buffer.of(byte), whole]))).toBeNull()
  }
})

test('a value with a byte that is not visible ASCII or a space is left to Node', () => {
  const taken = Array.from({ length: 256 }, (_value, byte) => byte).filter((byte) =>
    readRequest(Buffer.from(plain(`A: b${String.fromCharCode(byte)}c`), 'latin1')),
  )

  expect([taken[0], taken.at(-1), taken.length]).toEqual([0x20, 0x7e, 0x7e - 0x20 + 1])
})
