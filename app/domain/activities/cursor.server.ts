/** Cursor of the next page of activities. */
import { refuseField } from '#app/lib/errors.ts'

export type CursorPosition = { occurredAt: Date; id: number }

export const writeCursor = ({ occurredAt, id }: CursorPosition) =>
  Buffer.from(`${String(occurredAt.getTime())}.${String(id)}`).toString('base64url')

/** @throws Refusal `invalid` at the cursor when it isn't one of ours */
export function readCursor(cursor: string): CursorPosition {
  const match = /^(\d{1,14})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (match) return { occurredAt: new Date(Number(match[1])), id: Number(match[2]) }
  throw refuseField('cursor', 'Use next_cursor from a previous response.')
}
