/** Answers of the kiosk's forms. */
import { z } from 'zod'
import { staffReason } from '#app/domain/accounts/staff/staff-acts.ts'
import { Refusal } from '#app/lib/errors.ts'
import { refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import { refusedOperation } from '#app/lib/web/operation-form.server.ts'

/** What each form about a team carries. */
export const staffFormInput = {
  reason: staffReason,
  lastActId: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
}

/**
 * A refusal as an answer of the form, also when somebody acted meanwhile.
 *
 * @throws the error itself when it isn't for a form
 */
export function refusedStaffForm(error: unknown, values: Readonly<Record<string, string>>) {
  const asksForProof = error instanceof Refusal && error.details.proof !== undefined
  return asksForProof ? refusedFormResponse(error, values) : refusedOperation(error, values)
}
