/** Forms that stay on their screen: errors appear at the fields, a toast says what was done. */
import { useFetcher } from '@remix-run/react'
import { Fragment, useRef, type ReactNode } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useHost } from '#app/browser/host.ts'
import { useEachAnswer } from './each-answer.ts'
import { useFocusFirstError } from './fields.tsx'
import { FormMessage } from './form-message.tsx'
import { useFaultToast } from './preserve-form.ts'

/** What an action returns when it did what was asked; shown as a toast. */
export type Saved = { saved: string }

/** Shows a toast for an action's result, once per result. */
export function useSavedToast(given: object | undefined): void {
  const { toast } = useHost()

  useEachAnswer(given, (one) => {
    if (isSaved(one)) toast('success', one.saved)
  })
}

/**
 * A fetcher for one form. Shows faults and `saved` as toasts, and focuses the first error.
 *
 * @template Done what the action returns when it did what was asked
 */
export function useFormFetcher<Done extends object = Saved>(onDone?: (done: Done) => void) {
  const { Form, data, state, submit } = useFetcher()
  const ref = useRef<HTMLFormElement>(null)
  const given = data as FormResponse | Done | undefined
  const answer = given && isRefused(given) ? given : undefined
  const done = given && !isRefused(given) ? given : undefined
  useFocusFirstError(ref, answer)
  useFaultToast(answer)
  useSavedToast(done)
  useEachAnswer(done, (result) => {
    onDone?.(result)
  })

  return { Form, ref, answer, done, isBusy: state !== 'idle', submit }
}

const isRefused = (given: object): given is FormResponse => 'errors' in given
const isSaved = (done: object): done is Saved => 'saved' in done

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
