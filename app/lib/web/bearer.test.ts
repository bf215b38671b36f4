import { expect, test } from 'vitest'
import { readBearer } from './bearer.ts'

test.each([
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['Bearer', ''],
  ['Bearer a b', ''],
  ['Bearer  abc', ''],
  ['Bearerabc', null],
  ['Basic abc', null],
  [null, null],
])('the header %j has the token %j', (header, token) => {
  const headers = new Headers(header === null ? {} : { Authorization: header })

  expect(readBearer({ headers })).toBe(token)
})
