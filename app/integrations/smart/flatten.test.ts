import { expect, test } from 'vitest'
import { flattenSample } from './flatten.ts'
import { maskValue } from './mask.ts'

test('a sample as rows', () => {
  const rows = flattenSample({
    id: 7,
    paid: true,
    note: '',
    nothing: null,
    'a/b': 'x\ny',
    lines: [{ name: 'Tea' }, { name: 'Cup' }, { name: 'Mug' }, { name: 'Pot' }],
    tags: ['new', 'hot'],
    empty: [],
    long: 'x'.repeat(500),
  })

  expect(rows.map(({ path, label, value, type }) => [path, label, value, type])).toEqual([
    ['/id', 'id', '7', 'number'],
    ['/paid', 'paid', 'true', 'boolean'],
    ['/note', 'note', '', 'empty'],
    ['/nothing', 'nothing', '', 'empty'],
    ['/a~1b', 'a/b', 'x y', 'text'],
    ['/lines/0/name', 'lines › 1 › name', 'Tea', 'text'],
    ['/lines/1/name', 'lines › 2 › name', 'Cup', 'text'],
    ['/lines/2/name', 'lines › 3 › name', 'Mug', 'text'],
    ['/tags/0', 'tags › 1', 'new', 'text'],
    ['/tags/1', 'tags › 2', 'hot', 'text'],
    ['/long', 'long', `${'x'.repeat(79)}…`, 'text'],
  ])
})

test('a large sample has 300 rows', () => {
  const large = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, index]))

  expect(flattenSample(large)).toHaveLength(300)
})

test('values can be masked', () => {
  expect(flattenSample({ email: 'ann@example.com' }, maskValue)[0]?.value).toBe('a•••@e•••.com')
})
