/** What a form's action answers when it did not do what was asked. Safe in the browser. */
import type { FieldErrors, StepUpMethods } from '../errors.ts'

export type FormResponse = {
  errors: FieldErrors
  /** About the form as a whole. */
  message: string | null
  /** What was typed, for a form that was sent before the page came alive. */
  values: Readonly<Record<string, string>>
  /** Present when nothing is wrong, and the second factor has to be given once more before it is done. */
  proof?: StepUpMethods
}
