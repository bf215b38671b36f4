import { expect, test } from 'vitest'
import { readOrder, writeOrder } from './list-order.ts'

const keys = ['name', 'price'] as const

test.each([
  { by: 'name', isDescending: false },
  { by: 'price', isDescending: true },
] as const)('an order is read as it was written: $by', (order) => {
  expect(readOrder(writeOrder(order), keys)).toEqual(order)
})

test.each(['', '-', 'stock', '--name', null])('%j is no order', (written) => {
  expect(readOrder(written, keys)).toBeNull()
})
