/** Results of form actions that were refused. The form stays and shows them. */
import { data } from '@remix-run/node'
import { noErrors, Refusal, type FieldErrors } from '../errors.ts'
import type { FormResponse } from './form-response.ts'
import { readSentForm } from './forms.ts'

type Values = Readonly<Record<string, string>>

/** Invalid input: 422 with messages at the fields. */
export const invalidFormResponse = (errors: FieldErrors, values: Values = {}) =>
  data<FormResponse>({ errors, message: null, values }, { status: 422 })

/**
 * Turns an error of a use case into a form result: field errors for `invalid`, one message for "not
 * now".
 *
 * @throws the error itself when it is neither
 */
export function refusedFormResponse(error: unknown, values: Values = {}) {
  if (!(error instanceof Refusal)) throw error
  const { code, message, status, details } = error
  if (code === 'invalid' && details.proof) {
    const { proof, errors = noErrors } = details
    return data<FormResponse>({ errors, message: null, values, proof }, { status })
  }
  if (code === 'invalid' && details.errors) return invalidFormResponse(details.errors, values)
  if (code !== 'too_many' && code !== 'unavailable') throw error

  const headers = new Headers()
  if (details.retryAfterSeconds !== undefined) {
    headers.set('Retry-After', String(details.retryAfterSeconds))
  }
  return data<FormResponse>({ errors: noErrors, message, values }, { status, headers })
}

/** Values of the named fields, to be shown again. Never name a password here. */
export async function readSubmittedValues(
  request: Request,
  names: readonly string[],
): Promise<Values> {
  const form = await readSentForm(request.clone())
  const typed: Record<string, string> = {}
  for (const name of names) {
    const value = form.get(name)
    if (typeof value === 'string') typed[name] = value
  }
  return typed
}
