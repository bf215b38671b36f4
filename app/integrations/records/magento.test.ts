/** Stock of a Magento shop, which may be at several places. */
import { expect, test } from 'vitest'
import { stocksBySku } from './magento.ts'

const item = (quantity: unknown, status: unknown, source = 'default') => ({
  sku: 'MT07',
  source_code: source,
  quantity,
  status,
})

test.each([
  ['stock of all places', [item(4, 1), item(3, 1, 'harbor')], 7, true],
  ['none of a place that is out of stock', [item(4, 1), item(3, 0, 'harbor')], 4, true],
  ['parts of a piece', [item('4.9000', 1)], 4, true],
  ['nothing left', [item(0, 0)], 0, false],
  ['stock that is below zero, and sold on', [item(-2, 1)], null, true],
  ['stock that the shop doesn’t count', [item(0, 1)], null, true],
])('%s', (_name, rows, quantity, isAvailable) => {
  expect(stocksBySku(rows).get('MT07')).toEqual({ quantity, isAvailable })
})

test('a row that can’t be read says nothing', () => {
  expect([...stocksBySku([item(4, 'yes'), null])]).toEqual([])
})
