/** Form for one action, with its button. Stays on its screen once the action is done. */
import type { ReactNode } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Button } from '../kit/button.tsx'
import { FormBody } from './form-body.tsx'
import { useFormFetcher } from './form-fetcher.ts'
import { useUnsavedFields } from './unsaved-fields.ts'
import { Unsaved } from './unsaved.tsx'

/** @template Done what the action returns when it did what was asked */
type ActionFormProps<Done extends object> = {
  /** Hidden fields, including the intent. */
  hidden?: Readonly<Record<string, string>>
  /** Another route's URL; absent for the screen's own action. */
  to?: string
  /** Contains a file. */
  hasFile?: boolean
  /** Label of the button. */
  action: string
  /** Accessible name of the button, where several have the same label. */
  actionLabel?: string
  tone?: 'primary' | 'critical'
  /** Empties the fields once the action is done. */
  clears?: boolean
  /** Called with what the action returned, once it is done. */
  onDone?: (done: Done) => void
  /** Shows the result, announced above the form: a secret that is shown once. */
  result?: (done: Done) => ReactNode
  /** Receives the fields whenever they change, for a preview. */
  onEdit?: (form: FormData) => void
  className?: string
  /** The button is shown, and does nothing. */
  isDisabled?: boolean
  children?: (answer: FormResponse | undefined) => ReactNode
}

export function ActionForm<Done extends object = object>(props: ActionFormProps<Done>) {
  const { hidden = {}, to, hasFile, clears, className = 'form', children, onDone, onEdit } = props
  const { action, actionLabel, tone, isDisabled, result } = props
  // Without a script the browser would show another route's JSON.
  const needsScript = to !== undefined
  const isHydrated = useHydrated()
  const { Form, ref, isBusy, ...given } = useFormFetcher<Done>(onDone, hidden)
  const ignored = Object.keys(hidden)
  const state = { ref, isBusy, ...given, isNew: true, clears, ignored, onEdit }
  const { unsaved, compare, round, answer } = useUnsavedFields(state)

  return (
    <>
      {result && <div role="status">{given.done && result(given.done)}</div>}
      <Form
        ref={ref}
        method="post"
        {...(to === undefined ? {} : { action: to })}
        {...(hasFile ? { encType: 'multipart/form-data' as const } : {})}
        className={className}
        noValidate
        onChange={compare}
      >
        {/* Critical actions have their button alone, which says what it does. */}
        {children && tone !== 'critical' && <Unsaved {...unsaved} />}
        <FormBody {...{ answer, hidden, round }}>{children}</FormBody>
        <Button
          submit
          disabled={isDisabled || (needsScript && !isHydrated)}
          loading={isBusy}
          {...(actionLabel === undefined ? {} : { accessibilityLabel: actionLabel })}
          // Filled red is for the dialog that asks.
          {...(tone === 'primary' ? { variant: tone } : {})}
          {...(tone === 'critical' ? { tone } : {})}
        >
          {action}
        </Button>
      </Form>
    </>
  )
}
