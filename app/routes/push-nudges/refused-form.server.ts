/** A form of push nudges that the domain refused: messages at its fields, and the values that were typed. */
import { Refusal, type RefusalCode } from '#app/lib/errors.ts'
import { invalidFormResponse, refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import { fieldErrorsOf, typedTexts } from './form-values.ts'

/** Reasons that belong above the form, because the person can do something about them. */
const shownInForm: readonly RefusalCode[] = ['conflict', 'not_on_plan']

/** @throws the error itself when a form can't show it */
export function refusedPushForm(error: unknown, form: FormData) {
  const typed = typedTexts(form)
  if (!(error instanceof Refusal)) throw error
  if (error.details.errors) {
    const errors = fieldErrorsOf(error.details.errors)
    const isShown = Object.keys(errors).some((name) => name === '' || form.has(name))
    // A button is a form without the fields that the errors are about.
    return invalidFormResponse(isShown ? errors : { ...errors, '': [error.message] }, typed)
  }
  if (shownInForm.includes(error.code)) return invalidFormResponse({ '': [error.message] }, typed)
  return refusedFormResponse(error, typed)
}
