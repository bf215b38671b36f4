/** Forms that stay on their screen: errors appear at the fields, a toast says what was done. */
import { useFetcher, type FetcherWithComponents } from '@remix-run/react'
import { useRef } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useHost } from '#app/browser/host.ts'
import { useEachAnswer } from './each-answer.ts'
import { useFocusFirstError } from './focus-first-error.ts'
import { usePostedAnswer } from './posted-answer.ts'
import { useFaultToast } from './preserve-form.ts'

/** The form that undoes the action. */
export type Undo = {
  /** The route that takes it. */
  to: string
  fields: readonly (readonly [name: string, value: string])[]
}

/** An action's response when it succeeded. Shown as a toast. */
export type Saved = {
  saved: string
  /** Takes it back. Absent: nothing does. */
  undo?: Undo
}

/**
 * Shows a toast for an action's result, once per result.
 *
 * @param takeBack sends the form that takes it back, also after this one left the screen
 */
export function useSavedToast(given: object | undefined, takeBack?: (undo: Undo) => void): void {
  const { toast } = useHost()

  useEachAnswer(given, (one) => {
    if (!isSaved(one)) return
    const { saved, undo } = one
    const run = () => {
      if (undo) takeBack?.(undo)
    }
    toast('success', saved, undo && takeBack && { label: 'Undo', run })
  })
}

/**
 * A fetcher for one form. Shows faults and `saved` as toasts, and focuses the first error. Also has the
 * answer to the form that the browser sent before the page's script was there.
 *
 * @param sender as in `usePostedAnswer`. Absent: the screen's only form without an intent
 * @template Done what the action returns when it did what was asked
 */
export function useFormFetcher<Done extends object = Saved>(
  onDone?: (done: Done) => void,
  sender: Parameters<typeof usePostedAnswer>[0] = {},
) {
  const { Form, data, state, submit } = useFetcher()
  const ref = useRef<HTMLFormElement>(null)
  const posted = usePostedAnswer(sender)
  const given = (data ?? posted) as FormResponse | Done | undefined
  const answer = given && isRefused(given) ? given : undefined
  const done = given && !isRefused(given) ? given : undefined
  useFocusFirstError(ref, answer)
  useFaultToast(answer)
  useSavedToast(done, ({ to, fields }) => {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    submit(form, { method: 'post', action: to })
  })
  useEachAnswer(done, (result) => {
    onDone?.(result)
  })

  return { Form, ref, answer, done, isBusy: isBusyWith(state, answer), submit }
}

/**
 * Whether a form waits for its answer. A refusal can be corrected immediately: a busy button would ignore the
 * next press of Enter while the page loads.
 */
export const isBusyWith = (
  state: FetcherWithComponents<unknown>['state'],
  answer: FormResponse | undefined,
): boolean => state === 'submitting' || (state === 'loading' && !answer)

const isRefused = (given: object): given is FormResponse => 'errors' in given
const isSaved = (done: object): done is Saved => 'saved' in done
