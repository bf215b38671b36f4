/** PrestaShop writes times without a zone, so two hours of autumn look the same. */
import { expect, test } from 'vitest'
import { order, orderRecord } from './prestashop.ts'

const changed = (current_state: string, date_upd: string) => {
  const one = order.parse({
    id: 1,
    date_add: '2026-10-25 01:00:00',
    date_upd,
    current_state,
    valid: '1',
  })
  const nothing = { customers: new Map(), addresses: new Map(), countries: new Map() }
  return orderRecord(one, { ...nothing, currencies: new Map() }, 'Europe/Paris')
}

test.each([
  ['a paid order', '2', '2026-10-25 02:50:30', '2026-10-25T00:50:30.000Z'],
  ['a refund', '7', '2026-10-25 02:10:00', '2026-10-25T01:10:00.000Z'],
  ['a cancellation', '6', '2026-10-25 02:10:00', '2026-10-25T01:10:00.000Z'],
  ['a refund later on the day', '7', '2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
  [
    'a refund in spring, in the hour that is skipped',
    '7',
    '2026-03-29 02:10:00',
    '2026-03-29T00:10:00.000Z',
  ],
])('%s: a reversal counts by the later of two possible moments', (_name, state, at, expected) => {
  expect(changed(state, at)?.as_of).toBe(expected)
})
