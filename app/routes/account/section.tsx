/** One thing that a person changes, with a form of its own. */
import { useFetcher } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FormAnswer } from '#app/lib/form-answer.ts'
import { useHost } from '#app/platforms/host.ts'
import { useFocusFirstError } from '#app/ui/fields.tsx'
import { FormMessage } from '#app/ui/form-message.tsx'
import { useFaultToast } from '#app/ui/keep-form.ts'
import { Panel } from '#app/ui/panel.tsx'

/** What an action answers when it did what was asked: the sentence becomes a toast. */
export type Saved = { saved: string }

type SectionProps = {
  title: string
  lead?: ReactNode
  /** The action's name among those of its route; absent when it is the only one. */
  intent?: string
  /** Where it is sent to; absent for the screen's own address. */
  to?: string
  /** On the button. */
  action: string
  isDangerous?: boolean
  /** With a file in it. */
  hasFile?: boolean
  /** Nothing of what was typed stands there once it was taken. */
  clears?: boolean
  /** Beside the form, like a second button that sends another one. */
  beside?: ReactNode
  children: (answer: FormAnswer | undefined) => ReactNode
}

/** What is wrong in one section keeps no other from being saved. */
export function Section(props: SectionProps) {
  const { title, lead, intent, to, action, isDangerous, hasFile, clears, beside, children } = props
  const [round, setRound] = useState(0)
  // Another route's answer is for scripts to read.
  const needsScript = to !== undefined
  const isHydrated = useHydrated()
  const { Form, data: given, state } = useFetcher<FormAnswer | Saved>()
  const form = useRef<HTMLFormElement>(null)
  const { toast } = useHost()
  const answer = given && 'errors' in given ? given : undefined
  const saved = given && 'saved' in given ? given : undefined
  useFocusFirstError(form, answer)
  useFaultToast(answer)
  useEffect(() => {
    if (!saved) return
    toast('success', saved.saved)
    if (clears) setRound((count) => count + 1)
  }, [saved, toast, clears])

  return (
    <Panel>
      <h2 className="account-section__title">{title}</h2>
      {lead && <p className="account-section__lead">{lead}</p>}
      <Form
        ref={form}
        method="post"
        {...(to === undefined ? {} : { action: to })}
        {...(hasFile ? { encType: 'multipart/form-data' as const } : {})}
        className="account-section__form"
        noValidate
      >
        <FormMessage answer={answer} />
        {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
        <Fragment key={round}>{children(answer)}</Fragment>
        <Button
          submit
          disabled={needsScript && !isHydrated}
          loading={state !== 'idle'}
          {...(isDangerous ? { tone: 'critical' as const, variant: 'primary' as const } : {})}
        >
          {action}
        </Button>
      </Form>
      {beside}
    </Panel>
  )
}
