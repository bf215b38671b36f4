/** Form and heading of one step of a setup. */
import type { FetcherWithComponents } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
import { isBusyWith } from '#app/ui/forms/form-fetcher.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Button } from '#app/ui/kit/button.tsx'

type StepFormProps = {
  fetcher: FetcherWithComponents<object>
  /** Target; absent: the screen's URL. */
  to?: string
  intent: string
  /** Label of the button. */
  action: string
  /** `main`, the screen's next step, by default. */
  rank?: 'main' | 'plain' | 'dangerous'
  isBusy?: boolean
  children: (answer: FormResponse | undefined) => ReactNode
}

/** Its result stays with the screen, which uses it to show the next step. */
export function StepForm(props: StepFormProps) {
  const { fetcher, to, intent, action, rank = 'main', isBusy = false, children } = props
  const { Form, data: given, state } = fetcher
  const answer = given && isRefused(given) ? given : undefined
  const form = useRef<HTMLFormElement>(null)
  // Without a script the browser would show another route's JSON.
  const canSend = useHydrated() || to === undefined
  useFocusFirstError(form, answer)
  useFaultToast(answer)

  return (
    <Form
      ref={form}
      method="post"
      {...(to === undefined ? {} : { action: to })}
      className="form"
      noValidate
    >
      <FormMessage answer={answer} />
      <input type="hidden" name="intent" value={intent} />
      {children(answer)}
      <Button
        submit
        {...looks[rank]}
        disabled={!canSend}
        loading={isBusy || isBusyWith(state, answer)}
      >
        {action}
      </Button>
    </Form>
  )
}

const looks = {
  main: { variant: 'primary' },
  plain: {},
  dangerous: { tone: 'critical' },
} as const

const isRefused = (given: object): given is FormResponse => 'errors' in given

/**
 * Heading of a step that replaced another one. Takes the focus, so screen readers announce it.
 */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])

  return (
    <h2 ref={heading} tabIndex={-1} className="part-title">
      {children}
    </h2>
  )
}
