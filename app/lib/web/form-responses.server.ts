/** What an action answers when a form can't be accepted: the form shows it and stays. */
import { data } from '@remix-run/node'
import { noErrors, Refusal, type FieldErrors } from '../errors.ts'
import type { FormResponse } from './form-response.ts'

type Values = Readonly<Record<string, string>>

/** Wrong input: 422 with sentences at the fields. */
export const invalidFormResponse = (errors: FieldErrors, values: Values = {}) =>
  data<FormResponse>({ errors, message: null, values }, { status: 422 })

/**
 * The answer to what a use case threw: field errors for `invalid`, one sentence for "not now".
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

/** What stood in the named fields, to be shown again. Never name a password here. */
export async function readSubmittedValues(
  request: Request,
  names: readonly string[],
): Promise<Values> {
  const form = await request.clone().formData()
  const typed: Record<string, string> = {}
  for (const name of names) {
    const value = form.get(name)
    if (typeof value === 'string') typed[name] = value
  }
  return typed
}
