/** The only ways to read a form without a file. */
import type { z } from 'zod'
import { Refusal, refuseFields, type FieldErrors } from '../errors.ts'
import { findUnstorable, isStorable, unstorableMessage } from '../storable-text.ts'

export type FormResult<T> = { ok: true; value: T } | { ok: false; errors: FieldErrors }

/**
 * Reads the body once and validates it. Invalid input is returned, not thrown, for the form to
 * show.
 *
 * @param lists names of fields that can repeat or be absent; of others the last value counts
 */
export async function readForm<Shape extends z.ZodType>(
  request: Request,
  shape: Shape,
  lists: readonly string[] = [],
): Promise<FormResult<z.output<Shape>>> {
  const form = await readSentForm(request)
  const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
  const several = Object.fromEntries(lists.map((name) => [name, form.getAll(name)]))
  return validateInput(shape, { ...fields, ...several })
}

/** The media types in which browsers send forms. */
const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)(?:;|$)/i

/**
 * Reads the body as a form, without validating its fields.
 *
 * @throws Refusal `unsupported_media_type`; `malformed` when it can't be read; `invalid` for text that
 * can't be stored
 */
export async function readFormData(request: Request): Promise<FormData> {
  const form = await readSentForm(request)
  for (const [name, value] of form) {
    if (!isStorable(name)) throw refuseFields({ '': [unstorableMessage] })
    if (typeof value === 'string' && !isStorable(value)) {
      throw refuseFields({ [name]: [unstorableMessage] })
    }
  }
  return form
}

/**
 * The same with whatever was sent: for input that `validateInput` reads.
 *
 * @throws Refusal `unsupported_media_type`; `malformed` when it can't be read
 */
export async function readSentForm(request: Request): Promise<FormData> {
  if (!formTypes.test(request.headers.get('content-type') ?? '')) {
    throw new Refusal('unsupported_media_type', 'Send the fields of a form.')
  }
  return request.formData().catch(() => {
    throw new Refusal('malformed', 'We couldn’t read this form.')
  })
}

/** The same validation for input that isn't a form. Text that can't be stored is invalid in any shape. */
export function validateInput<Shape extends z.ZodType>(
  shape: Shape,
  input: unknown,
): FormResult<z.output<Shape>> {
  const validated = validateEnvelope(shape, input)
  if (!validated.ok) return validated
  const unstorable = findUnstorable(validated.value)
  if (unstorable === null) return validated
  return { ok: false, errors: { [unstorable.join('.')]: [unstorableMessage] } }
}

/** For a list whose items are validated separately, so that one of them doesn't refuse the others. */
export function validateEnvelope<Shape extends z.ZodType>(
  shape: Shape,
  input: unknown,
): FormResult<z.output<Shape>> {
  const parsed = shape.safeParse(input)
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, errors: fieldErrors(parsed.error) }
}

/** Errors by dotted field path. Errors about no single field are under the empty name. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  // A map, because a path can have the name of something that every object has.
  const errors = new Map<string, string[]>()
  for (const issue of error.issues) {
    for (const { path, message } of issuesOf(issue)) {
      const field = path.join('.')
      errors.set(field, [...(errors.get(field) ?? []), message])
    }
  }
  return Object.fromEntries(errors)
}

/** Unknown fields that are reported of one object: an answer mustn't outgrow its request. */
export const maxUnknownNames = 20

type Issue = { path: readonly PropertyKey[]; message: string }

/** Unknown fields of an object are one issue with a line for each: here, each is at its own path. */
function issuesOf(issue: z.core.$ZodIssue): readonly Issue[] {
  if (issue.code !== 'unrecognized_keys') return [issue]
  const lines = issue.message.split('\n')
  return issue.keys.slice(0, maxUnknownNames).map((key, at) => ({
    path: [...issue.path, key],
    message: lines[at] ?? issue.message,
  }))
}
