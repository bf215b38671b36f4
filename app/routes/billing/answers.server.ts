/** Answers of the forms of billing. */
import { randomUUID } from 'node:crypto'
import { data } from '@remix-run/node'
import { z } from 'zod'
import type { BillingStep } from '#app/domain/billing/channel.ts'
import { Refusal, type FieldErrors } from '#app/lib/errors.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import type { Services } from '#app/services.ts'
import type { PaymentStep } from './payment-step.tsx'

/** Uuid of a form. Sending the same form again changes nothing twice. */
export const operationInput = { operation: z.uuid('Reload the page and try again.') }

export const newOperation = (): string => randomUUID()

/** Fields of the domain that no form shows as such. */
const withoutInput = ['plan', 'payment_method', 'item', 'operation']

/**
 * A refusal as an answer of the form. While it is unknown whether the provider did it, the same
 * operation is sent again; after a refusal, another one.
 *
 * @throws the error itself when it isn't for a form
 */
export function refusedBilling(error: unknown, values: Readonly<Record<string, string>> = {}) {
  if (!(error instanceof Refusal)) throw error
  const { code, message, status, details } = error
  if (code === 'conflict' || code === 'failed') {
    const answer = { errors: {}, message, values: { ...values, operation: newOperation() } }
    return data<FormResponse>(answer, { status: code === 'failed' ? 502 : status })
  }
  if (code === 'invalid') {
    const kept = { ...values, operation: newOperation() }
    const errors = withFormErrors(details.errors ?? { '': [message] })
    return data<FormResponse>({ errors, message: null, values: kept }, { status })
  }
  return refusedFormResponse(error, values)
}

/** Moves errors of fields that no form shows to the form as a whole. */
export function withFormErrors(errors: FieldErrors): FieldErrors {
  const moved: Record<string, readonly string[]> = {}
  for (const [field, sentences] of Object.entries(errors)) {
    const name = withoutInput.includes(field) ? '' : field
    moved[name] = [...(moved[name] ?? []), ...sentences]
  }
  return moved
}

/** What the browser does next. Null: nothing, the provider did it. */
export function paymentStep(services: Services, step: BillingStep): PaymentStep | null {
  if (step.kind === 'done') return null
  if (step.kind === 'redirect') return { leave: step.url }
  const { card } = services.billing
  if (card === null) throw new Error('A payment by card was started without the card channel.')
  const { publishableKey } = card
  return { authenticate: { clientSecret: step.clientSecret, publishableKey } }
}
