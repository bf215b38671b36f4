/** The result of a form action that was refused. Safe in the browser. */
import type { FieldErrors, StepUpMethods } from '../errors.ts'

export type FormResponse = {
  errors: FieldErrors
  /** About the form as a whole. */
  message: string | null
  /** Entered values, for a form that was sent before the page was hydrated. */
  values: Readonly<Record<string, string>>
  /** Set when the input is fine but the second factor has to be given again first. */
  proof?: StepUpMethods
}
