/** Why the kiosk isn't shown to a member of staff. Safe in the browser. */
import type { StepUpMethods } from '../errors.ts'

export type StaffProof = {
  message: string
  /** How to give the second factor again. Null: there is none yet. */
  proof: StepUpMethods | null
}

/** The body of the guard's response; null when it is another one. */
export const staffProofOf = (body: unknown): StaffProof | null => (isStaffProof(body) ? body : null)

const isStaffProof = (body: unknown): body is StaffProof =>
  typeof body === 'object' && body !== null && 'proof' in body && 'message' in body
