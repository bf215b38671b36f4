/** The parts of every form: its message, hidden fields, and fields. */
import { Fragment, type ReactNode } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { FormMessage } from './form-message.tsx'

type FormBodyProps = {
  answer: FormResponse | undefined
  /** Hidden fields, including the intent. */
  hidden?: Readonly<Record<string, string>>
  /** Another number resets the fields to what is stored. */
  round: number
  children: ((answer: FormResponse | undefined) => ReactNode) | undefined
}

export const FormBody = ({ answer, hidden = {}, round, children }: FormBodyProps) => (
  <>
    <FormMessage answer={answer} />
    {Object.entries(hidden).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <Fragment key={round}>{children?.(answer)}</Fragment>
  </>
)
