/** Lists in bodies, whose items are validated separately. */
import type { z } from 'zod'
import { refuseFields, type FieldErrors } from '#app/lib/errors.ts'
import { validateEnvelope } from '#app/lib/web/forms.ts'

/** A body with that list, regardless of other fields. */
export const isList = (body: unknown, list: string): boolean =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, list)

/** @throws Refusal `invalid` when it isn't a list of reasonable length */
export function readList(
  batch: z.ZodType<Record<string, readonly unknown[]>>,
  body: unknown,
  list: string,
): readonly unknown[] {
  const read = validateEnvelope(batch, body)
  if (read.ok) return read.value[list] ?? []
  throw refuseFields(read.errors)
}

/** The caller's id if it is valid, to identify a rejected item. */
export function idOf(given: unknown): string | null {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, 'id')) return null
  const { id } = given as { id: unknown }
  return typeof id === 'string' && id.length <= 200 ? id : null
}

export const rejectedItem = (id: string | null, errors: FieldErrors) => ({
  outcome: 'rejected' as const,
  id,
  message: 'Some fields are invalid.',
  errors: Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [field, [...messages]]),
  ),
})
