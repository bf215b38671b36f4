/** Cursors of lists: what is written is read again, and nothing else is. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { cursorId, cursorText, defineCursor, timedPosition } from './cursor.server.ts'

const messages = defineCursor('messages', timedPosition)
const others = defineCursor('others', timedPosition)
const titles = defineCursor('titles', z.object({ title: cursorText, id: cursorId }))

const position = { at: new Date('2026-03-01T10:00:00.123Z'), id: 7 }
const written = messages.write(position)
const encode = (text: string) => Buffer.from(text).toString('base64url')

test.each(['Cup', '"\\/\n', '杯'.repeat(200), '\u{1f45f}', '\ufffd', ' '])(
  'a position with the text %j is read as it was written',
  (title) => {
    expect(titles.read(titles.write({ title, id: Number.MAX_SAFE_INTEGER }))).toEqual({
      title,
      id: Number.MAX_SAFE_INTEGER,
    })
  },
)

test('other columns of a row aren’t written', () => {
  const row = { ...position, email: 'ada@shopper.example' }

  expect(messages.write(row)).toBe(written)
  expect(messages.require(written)).toEqual(position)
})

test.each([
  ['nothing', ''],
  ['another list’s', others.write(position)],
  ['a list without a name', encode('[{"at":1,"id":7}]')],
  ['the position alone', encode('{"at":1772359200123,"id":7}')],
  ['text that isn’t JSON', encode('messages 7')],
  ['bytes that aren’t text', Buffer.from([0xff, 0xfe, 0]).toString('base64url')],
  ['an id as text', encode('["messages",{"at":1772359200123,"id":"7"}]')],
  ['an id with a fraction', encode('["messages",{"at":1772359200123,"id":7.5}]')],
  ['no id', encode('["messages",{"at":1772359200123}]')],
  ['an id of 0', encode('["messages",{"at":1772359200123,"id":0}]')],
  ['an id beyond whole numbers', encode('["messages",{"at":1772359200123,"id":9007199254740993}]')],
  ['a year of five digits', encode('["messages",{"at":253402300800000,"id":7}]')],
  ['a moment that is none', encode('["messages",{"at":1e300,"id":7}]')],
  ['a moment as text', encode('["messages",{"at":"2026-03-01","id":7}]')],
  ['a field more', encode('["messages",{"at":1772359200123,"id":7,"admin":true}]')],
  ['spaces', encode('["messages", {"at":1772359200123,"id":7}]')],
  ['a number written otherwise', encode('["messages",{"at":1772359200123,"id":7.0}]')],
  ['a prototype', encode('["messages",{"at":1772359200123,"id":7,"__proto__":{}}]')],
  ['base64 with padding', `${written}=`],
  ['characters that base64url skips', `${written.slice(0, 4)}!${written.slice(4)}`],
  ['a line break', `${written}\n`],
  ['the same twice', written + written],
  ['very deep', encode('['.repeat(100_000))],
  ['very long', encode(`["messages",{"at":1772359200123,"id":${'7'.repeat(1_000_000)}}]`)],
])('%s isn’t a cursor', (_name, text) => {
  expect(messages.read(text)).toBeNull()
  expect(() => messages.require(text)).toThrow('Use next_cursor from a previous response.')
})

test('no part of a cursor is one, nor one with a wrong character', () => {
  for (let length = 0; length < written.length; length += 1) {
    expect(messages.read(written.slice(0, length))).toBeNull()
    expect(messages.read(`${written.slice(0, length)}%${written.slice(length + 1)}`)).toBeNull()
  }
})

test.each(['\0', 'a\0', '\ud800', '', 'x'.repeat(201)])(
  'the text %j isn’t in a cursor',
  (title) => {
    expect(titles.read(encode(JSON.stringify(['titles', { title, id: 7 }])))).toBeNull()
  },
)
