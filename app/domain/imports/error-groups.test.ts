import { expect, test } from 'vitest'
import { groupErrors } from './error-groups.ts'

const row = (line: number, cells: Record<string, string>, ...columns: string[]) => ({
  line,
  cells,
  faults: columns.map((column) => ({ column, sentence: `Wrong ${column}.` })),
})

test('rows with one cause are one group, the largest first, with the first lines and values', () => {
  const groups = groupErrors([
    row(2, { country: 'Atlantis' }, 'total', 'country'),
    ...[3, 4, 5, 6, 7, 8].map((line) => row(line, { total: `free ${String(line % 2)}` }, 'total')),
  ])

  expect(groups).toEqual([
    {
      column: 'total',
      sentence: 'Wrong total.',
      total: 7,
      lines: [2, 3, 4, 5, 6],
      values: ['free 1', 'free 0'],
    },
    {
      column: 'country',
      sentence: 'Wrong country.',
      total: 1,
      lines: [2],
      values: ['Atlantis'],
    },
  ])
})

test('a column that another file has in common with objects is no value', () => {
  expect(groupErrors([row(2, {}, 'id')])).toMatchObject([{ total: 1, values: [] }])
})
