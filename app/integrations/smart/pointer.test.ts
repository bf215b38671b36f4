import { expect, test } from 'vitest'
import { dataPath, partsOf, pointerOf, sourcePath, valueAt, type Tree } from './pointer.ts'

/** RFC 6901, section 5, without the empty key of the root. */
const root: Tree = {
  foo: ['bar', 'baz'],
  'a/b': 1,
  'c%d': 2,
  'm~n': 8,
  ' ': 7,
  order: { total: '12.00' },
}
const entry: Tree = { sku: 'S1', list: [{ name: 'Tea' }] }

test.each<[string, unknown]>([
  ['', root],
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/a~1b', 1],
  ['/c%d', 2],
  ['/m~0n', 8],
  ['/ ', 7],
  ['/order/total', '12.00'],
  ['@', entry],
  ['@/sku', 'S1'],
  ['@/list/0/name', 'Tea'],
  ['/foo/00', undefined],
  ['/foo/-', undefined],
  ['/foo/length', undefined],
  ['/foo/999999999', undefined],
  ['/order/total/length', undefined],
  ['/order/toString', undefined],
  ['/missing/deeper', undefined],
])('%s', (path, value) => {
  expect(valueAt(path, { root, entry })).toEqual(value)
})

test.each([
  ['$[?(@.constructor.constructor("return process")())]'],
  ['__proto__.x'],
  ['/__proto__/x'],
  ['/a/constructor'],
  ['@/prototype'],
  ['a[999999999]'],
  ['(a+)+$'],
  ['/a~2b'],
  ['/a~'],
  ['$ip'],
  [`/${'a/'.repeat(40)}`],
  [`/${'a'.repeat(500)}`],
])('%s is refused when it is saved, and finds nothing', (path) => {
  expect(sourcePath.safeParse(path).success).toBe(false)
  expect(dataPath.safeParse(path).success).toBe(false)
  expect(
    valueAt(path, { root: JSON.parse('{"__proto__":{"x":1}}') as Tree, entry }),
  ).toBeUndefined()
})

test('keys with slashes and tildes come back', () => {
  const parts = ['a/b', '~1', 'c']

  expect(partsOf(pointerOf(parts))).toEqual(parts)
})
