/** Shapes of what services send. A part that is optional and broken is absent: it must not cost an order. */
import { z } from 'zod'
import { readRows } from './json.ts'
import { momentOf, unixMoment } from './values.ts'

export const looseText = z.string().nullish().catch(null)
/** Decimal, as text or as a number. `decimal` of values.ts reads it. */
export const looseAmount = z.union([z.string(), z.number()]).nullish().catch(null)
export const looseNumber = z.number().nullish().catch(null)
export const looseFlag = z.boolean().nullish().catch(null)

export const loose = <Shape extends z.ZodType>(shape: Shape) => shape.nullish().catch(null)

/** Rows that have the shape, of a list that may be missing. */
export const looseRows = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform((rows) => readRows(shape, rows ?? []))

/** A service's id, as text from here on. It is put into addresses, so it has no other characters. */
export const identifier = z
  .union([z.string().regex(/^[\w-]{1,200}$/), z.int().nonnegative()])
  .transform(String)

/** The id of something that isn't there can be 0. */
export const looseIdentifier = identifier
  .nullish()
  .catch(null)
  .transform((id) => (id === '0' ? null : id))

/** As people see it, in any format: `2026/17`. */
export const looseOrderNumber = loose(
  z.union([z.string(), z.int().nonnegative()]).transform(String),
)

/** With its zone. */
export const isoMoment = z.iso.datetime({ offset: true }).transform(momentOf)

/** Seconds since 1970, until the year 2100. */
export const secondsMoment = z.int().min(0).max(4_102_444_800).transform(unixMoment)

/** `2026-01-31T09:30:00` or `2026-01-31 09:30:00`, in a time zone that the service doesn't name. */
export const localMoment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d$/)
  .refine((text) => !Number.isNaN(Date.parse(`${text.replace(' ', 'T')}Z`)))

/** Those that are there. */
export const present = <Value>(values: readonly (Value | null)[]): Value[] =>
  values.filter((value) => value !== null)
