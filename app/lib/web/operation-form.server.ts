/**
 * Forms that change something at a provider. Each carries the uuid of its operation: sent again, the
 * provider does nothing twice.
 */
import { randomUUID } from 'node:crypto'
import { data } from '@remix-run/node'
import { z } from 'zod'
import { Refusal, type FieldErrors } from '../errors.ts'
import type { FormResponse } from './form-response.ts'
import { refusedFormResponse } from './form-responses.server.ts'

export const operationInput = { operation: z.uuid('Reload the page and try again.') }

/** `version`: of what the screen showed. Something else by now is shown before anything happens. */
export const confirmedInput = { ...operationInput, version: z.string().max(200).optional() }

export const newOperation = (): string => randomUUID()

type Values = Readonly<Record<string, string>>

/** Invalid input: 422, with messages at the fields that the form has, and above it otherwise. */
export const invalidOperationForm = (errors: FieldErrors, values: Values) =>
  data<FormResponse>(
    { errors: errorsInForm(errors, values), message: null, values: renewed(values) },
    { status: 422 },
  )

/**
 * A refusal as an answer of the form. While it is unknown whether the provider did it, the same
 * operation is sent again; after a refusal another one, because the provider repeats its answer to
 * the first.
 *
 * @param values of the form's fields
 * @throws the error itself when it isn't for a form
 */
export function refusedOperation(error: unknown, values: Values) {
  if (!(error instanceof Refusal)) throw error
  const { code, message, status, details } = error
  if (code === 'invalid') return invalidOperationForm(details.errors ?? { '': [message] }, values)
  if (code === 'conflict' || code === 'failed') {
    const answer: FormResponse = { errors: {}, message, values: renewed(values) }
    return data(answer, { status: code === 'failed' ? 502 : status })
  }
  return refusedFormResponse(error, values)
}

const renewed = (values: Values): Values => ({ ...values, operation: newOperation() })

function errorsInForm(errors: FieldErrors, values: Values): FieldErrors {
  const placed: Record<string, readonly string[]> = {}
  for (const [field, sentences] of Object.entries(errors)) {
    const name = field in values && field !== 'operation' ? field : ''
    placed[name] = [...(placed[name] ?? []), ...sentences]
  }
  return placed
}
