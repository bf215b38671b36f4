/** Form for one action, with its button. Stays on its screen once the action is done. */
import { useState, type ReactNode } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Button } from '../kit/button.tsx'
import { FormBody } from './form-body.tsx'
import { useFormFetcher } from './form-fetcher.ts'

type ActionFormProps = {
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
  onDone?: (done: object) => void
  className?: string
  /** The button is shown, and does nothing. */
  isDisabled?: boolean
  children?: (answer: FormResponse | undefined) => ReactNode
}

export function ActionForm(props: ActionFormProps) {
  const { hidden = {}, to, hasFile, clears, className = 'form', children, onDone } = props
  const { action, actionLabel, tone, isDisabled } = props
  // Without a script the browser would show another route's JSON.
  const needsScript = to !== undefined
  const isHydrated = useHydrated()
  const [round, setRound] = useState(0)
  const { Form, ref, answer, isBusy } = useFormFetcher((done) => {
    if (clears) setRound((count) => count + 1)
    onDone?.(done)
  }, hidden)

  return (
    <Form
      ref={ref}
      method="post"
      {...(to === undefined ? {} : { action: to })}
      {...(hasFile ? { encType: 'multipart/form-data' as const } : {})}
      className={className}
      noValidate
    >
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
  )
}
