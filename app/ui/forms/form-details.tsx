/** A form that opens in place. Open when the page is the answer to it. */
import type { ComponentProps } from 'react'
import type { FormMarks } from '#app/lib/web/posted-form.ts'
import { Details } from '../details.tsx'
import { usePostedAnswer } from './posted-answer.ts'

type FormDetailsProps = ComponentProps<typeof Details> & {
  /** The form's hidden fields. */
  hidden: FormMarks
}

export function FormDetails({ hidden, isOpen = false, ...rest }: FormDetailsProps) {
  const posted = usePostedAnswer(hidden)
  return <Details {...rest} isOpen={isOpen || posted !== undefined} />
}
