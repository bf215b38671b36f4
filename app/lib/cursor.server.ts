/**
 * Cursors of lists: the last row of a page, as the address of the next page carries it. All have one
 * form, base64url of JSON with the list's name, so no list takes another one's, and outside programs
 * have nothing to build on.
 */
import { z } from 'zod'
import { refuseField } from './errors.ts'
import { parseJson } from './parse-json.ts'
import { isStorable } from './storable-text.ts'

export type Cursor<Position> = {
  write: (position: Position) => string
  /** Null for anything that `write` of this list doesn't give. */
  read: (text: string | null) => Position | null
  /** @throws Refusal `invalid` at the cursor for anything that `write` of this list doesn't give */
  require: (text: string) => Position
}

/** Longer than the longest: a product's id or title of 200 characters (app/contract/activities.ts). */
const maxLength = 1200

/** @param list no other list has this name */
export function defineCursor<Position>(list: string, shape: z.ZodType<Position>): Cursor<Position> {
  const envelope = z.tuple([z.literal(list), shape])
  const write = (position: Position) =>
    Buffer.from(JSON.stringify(z.encode(envelope, [list, position]))).toString('base64url')

  function read(text: string | null): Position | null {
    if (text === null || text.length > maxLength) return null
    const found = envelope.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
    if (!found.success) return null
    const [, position] = found.data
    // Decoding base64url and JSON passes over much that is wrong.
    return write(position) === text ? position : null
  }

  return {
    write,
    read,
    require(text) {
      const position = read(text)
      if (position === null)
        throw refuseField('cursor', 'Use next_cursor from a previous response.')
      return position
    },
  }
}

/** A moment as the database keeps it. Years have four digits, which is what it reads. */
export const cursorMoment = z.codec(
  z
    .int()
    .min(Date.UTC(1000, 0))
    .max(Date.UTC(10_000, 0) - 1),
  z.date(),
  { decode: (millis) => new Date(millis), encode: (moment) => moment.getTime() },
)

export const cursorId = z.int().positive()

/** Text as the database keeps it. */
export const cursorText = z.string().min(1).max(200).refine(isStorable)

/** The place in a list by time. */
export const timedPosition = z.object({ at: cursorMoment, id: cursorId })
export type TimedPosition = z.output<typeof timedPosition>
