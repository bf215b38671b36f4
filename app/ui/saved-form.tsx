/** A form that stays on its screen: what is wrong stands at the fields, and a toast says what was done. */
import { useFetcher } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { Fragment, useRef, useState, type ReactNode } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useHost } from '#app/browser/host.ts'
import { useEachAnswer } from './each-answer.ts'
import { useFocusFirstError } from './fields.tsx'
import { FormMessage } from './form-message.tsx'
import { useFaultToast } from './keep-form.ts'

/** What an action answers when it did what was asked. */
export type Saved = { saved: string }

type SavedFormProps = {
  /** Sent along, the intent among them. */
  hidden?: Readonly<Record<string, string>>
  /** Where it is sent to; absent for the screen's own address. */
  to?: string
  /** With a file in it. */
  hasFile?: boolean
  /** On the button. */
  action: string
  /** Says more than the button, where several read alike. */
  actionLabel?: string
  tone?: 'primary' | 'critical'
  /** Nothing of what was typed stands there once it was taken. */
  clears?: boolean
  className?: string
  children?: (answer: FormResponse | undefined) => ReactNode
}

export function SavedForm(props: SavedFormProps) {
  const { hidden = {}, to, hasFile, clears, className = 'form', children } = props
  const { action, actionLabel, tone } = props
  // Another route's answer is for scripts to read.
  const needsScript = to !== undefined
  const isHydrated = useHydrated()
  const [round, setRound] = useState(0)
  const { Form, data: given, state } = useFetcher<FormResponse | Saved>()
  const form = useRef<HTMLFormElement>(null)
  const { toast } = useHost()
  const answer = given && 'errors' in given ? given : undefined
  const saved = given && 'saved' in given ? given : undefined
  useFocusFirstError(form, answer)
  useFaultToast(answer)
  useEachAnswer(saved, ({ saved: words }) => {
    toast('success', words)
    if (clears) setRound((count) => count + 1)
  })

  return (
    <Form
      ref={form}
      method="post"
      {...(to === undefined ? {} : { action: to })}
      {...(hasFile ? { encType: 'multipart/form-data' as const } : {})}
      className={className}
      noValidate
    >
      <FormMessage answer={answer} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children && <Fragment key={round}>{children(answer)}</Fragment>}
      <Button
        submit
        disabled={needsScript && !isHydrated}
        loading={state !== 'idle'}
        {...(actionLabel === undefined ? {} : { accessibilityLabel: actionLabel })}
        {...(tone === undefined ? {} : { variant: 'primary' as const })}
        {...(tone === 'critical' ? { tone } : {})}
      >
        {action}
      </Button>
    </Form>
  )
}
