/** The answer to a form that the server didn't read: its input stays as it is. */
import { noErrors } from '#app/lib/errors.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'

export type PreservedForm = FormResponse & {
  /** For a toast; null when it was shown already. */
  fault: string | null
  /** Login URL after the session has expired; null for other errors. */
  login: string | null
}

export const preservedForm = (parts: Pick<PreservedForm, 'fault' | 'login'>): PreservedForm => ({
  errors: noErrors,
  message: null,
  values: {},
  fault: parts.fault,
  login: parts.login,
})

/** True when the server didn't validate the form, so nothing is wrong with the input. */
export const isPreservedForm = (answer: unknown): answer is PreservedForm =>
  typeof answer === 'object' && answer !== null && 'fault' in answer
