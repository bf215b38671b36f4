import { expect, test } from 'vitest'
import { z } from 'zod'
import { BadRecord, TryLater } from '#app/lib/web/provider-errors.ts'
import { recordRows, splitRows } from './listed-rows.ts'

const shape = z.object({ id: z.number(), name: z.string() })
const removed = ({ id }: { id: number }) => ({ kind: 'product_removed' as const, id: String(id) })

test('a row that can’t be read is reported by its id and fields, never by its values', async () => {
  const rows = [{ id: 1, name: 'a' }, { id: 2, name: ['secret'] }, 'secret', { id: 4, name: 'd' }]

  const records = await recordRows(shape, rows, removed)

  expect(records).toEqual([
    { kind: 'product_removed', id: '1' },
    { kind: 'unreadable', problem: 'Record 2: These fields can’t be read: name.' },
    {
      kind: 'unreadable',
      problem: 'A record without an ID: These fields can’t be read: everything.',
    },
    { kind: 'product_removed', id: '4' },
  ])
  expect(splitRows(shape, rows).unreadable).toEqual([records[1], records[2]])
  expect(splitRows(shape, rows).read).toHaveLength(2)
})

test('data missing for one row costs that row, and a service that is down costs the whole page', async () => {
  const rows = [
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
  ]
  const failing = (error: Error) => (row: { id: number }) => {
    if (row.id === 1) throw error
    return removed(row)
  }

  expect(await recordRows(shape, rows, failing(new BadRecord('It has no items.')))).toEqual([
    { kind: 'unreadable', problem: 'Record 1: It has no items.' },
    { kind: 'product_removed', id: '2' },
  ])
  const later = new TryLater('Busy.', new Date(0))
  await expect(recordRows(shape, rows, failing(later))).rejects.toBe(later)
})
