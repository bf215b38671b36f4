import type { z } from 'zod'
import { parseExactJson } from '#app/lib/exact-json.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'

/** @throws BadRecord when it isn't JSON */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadRecord('The delivery is not JSON.')
  }
}

/** The value by its shape. @throws BadRecord that names the fields, never their values */
export function readShape<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const read = shape.safeParse(value)
  if (read.success) return read.data
  const fields = new Set(read.error.issues.map(({ path }) => path.join('.') || 'everything'))
  throw new BadRecord(`These fields can’t be read: ${[...fields].join(', ')}.`)
}

/** Rows that have the shape. Leaves out the others: one odd row doesn't stop a page of them. */
export const readRows = <Shape extends z.ZodType>(
  shape: Shape,
  rows: readonly unknown[],
): z.output<Shape>[] =>
  rows.flatMap((row) => {
    const read = shape.safeParse(row)
    return read.success ? [read.data] : []
  })

/** With ids that are too large for numbers as text. @throws BadRecord when it isn't JSON */
export function exactJsonOf(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    throw new BadRecord('The delivery is not JSON.')
  }
}
