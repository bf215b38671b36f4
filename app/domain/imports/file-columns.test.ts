import { expect, test } from 'vitest'
import {
  validateChoice,
  labelsOf,
  lackingFields,
  recognizeColumns,
  unusedLabels,
} from './file-columns.ts'

test('columns are recognised by any of their names, of two with one name the last', () => {
  const places = recognizeColumns('purchase', [
    'Order ID',
    'g:paid-at',
    'product',
    'product',
    'order',
  ])

  expect(places).toEqual({ id: 0, occurred_at: 1, product: 3 })
  expect(lackingFields('purchase', places)).toEqual([])
  expect(lackingFields('review', places)).toEqual(['stars'])
})

test('a file of reviews names the person by the trade’s word', () => {
  const names = ['rating', 'reviewer', 'title', 'text', 'date', 'product url', 'image url']

  expect(recognizeColumns('review', names)).toEqual({
    stars: 0,
    full_name: 1,
    body: 3,
    occurred_at: 4,
    product_url: 5,
    product_image: 6,
  })
})

test('a column says by its number which it is where its name does not', () => {
  const names = ['id', 'name', '', 'name', '']

  expect(labelsOf(names)).toEqual([
    ...['id', 'name (column 2)', 'Column 3 (unnamed)'],
    ...['name (column 4)', 'Column 5 (unnamed)'],
  ])
  expect(unusedLabels(names, { id: 0, product: 3 })).toEqual([
    ...['name (column 2)', 'Column 3 (unnamed)', 'Column 5 (unnamed)'],
  ])
})

test('form fields that the import type doesn’t have are ignored', () => {
  const typed = { id: '0', occurred_at: '1', stars: '0', constructor: '1' }

  expect(validateChoice({ kind: 'signup', names: ['a', 'b'], typed })).toEqual({
    ok: true,
    places: { id: 0, occurred_at: 1 },
  })
})
