import type { RefObject } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useEachAnswer } from './each-answer.ts'

/** Focuses the first field with an error after a refusal. */
export function useFocusFirstError(form: RefObject<HTMLElement>, answer: FormResponse | undefined) {
  useEachAnswer(answer, () => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}
