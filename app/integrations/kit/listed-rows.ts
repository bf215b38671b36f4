/** Rows of a service's list. One that can't be read must not stop its page, and isn't lost in silence. */
import { z } from 'zod'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import type { IntegrationRecord, UnreadableRecord } from '../record.ts'
import { readShape } from './json.ts'
import { identifier } from './shapes.ts'

type Made = IntegrationRecord | null

/**
 * A record of each row, in their order; of a row that can't be read, its problem.
 *
 * @param make null: the row is none of our records, for example an unpaid order
 * @throws ConnectionLost, TryLater from `make`
 */
export async function recordRows<Shape extends z.ZodType>(
  shape: Shape,
  rows: readonly unknown[],
  make: (row: z.output<Shape>) => Made | Promise<Made>,
): Promise<IntegrationRecord[]> {
  const records: IntegrationRecord[] = []
  for (const row of rows) {
    try {
      const made = await make(readShape(shape, row))
      if (made) records.push(made)
    } catch (error) {
      records.push(unreadable(row, error))
    }
  }
  return records
}

/** The same where all rows have to be known before a record can be made of one. */
export function splitRows<Shape extends z.ZodType>(
  shape: Shape,
  rows: readonly unknown[],
): { read: z.output<Shape>[]; unreadable: UnreadableRecord[] } {
  const split = { read: [] as z.output<Shape>[], unreadable: [] as UnreadableRecord[] }
  for (const row of rows) {
    try {
      split.read.push(readShape(shape, row))
    } catch (error) {
      split.unreadable.push(unreadable(row, error))
    }
  }
  return split
}

/** Names that services have for the ID of a row. */
const idNames = ['id', 'unique_email_id', 'reviewId', 'receipt_id', 'transaction_id', 'entity_id']

const named = z.record(z.string(), z.unknown())

function idOf(row: unknown): string | undefined {
  const { data = {} } = named.safeParse(row)
  return idNames.flatMap((name) => identifier.safeParse(data[name]).data ?? [])[0]
}

function unreadable(row: unknown, error: unknown): UnreadableRecord {
  if (!(error instanceof BadRecord)) throw error
  const id = idOf(row)
  const name = id === undefined ? 'A record without an ID' : `Record ${id}`
  return { kind: 'unreadable', problem: `${name}: ${error.message}` }
}
