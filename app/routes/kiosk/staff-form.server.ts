/** Answers of the kiosk's forms. */
import { z } from 'zod'
import { staffReason } from '#app/domain/accounts/staff/staff-acts.ts'
import { Refusal } from '#app/lib/errors.ts'
import { refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import { refusedOperation } from '#app/lib/web/operation-form.server.ts'

/** Fields in each form about a team. */
export const staffFormInput = {
  reason: staffReason,
  lastActId: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
}

/**
 * A refusal as a response of the form, also when someone else acted in between.
 *
 * @throws the error itself when it isn't for a form
 */
export function refusedStaffForm(error: unknown, values: Readonly<Record<string, string>>) {
  const asksForProof = error instanceof Refusal && error.details.proof !== undefined
  return asksForProof ? refusedFormResponse(error, values) : refusedOperation(error, values)
}
