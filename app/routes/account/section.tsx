/** One thing that a person changes, with a form of its own. */
import type { ReactNode } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ActionForm } from '#app/ui/action-form.tsx'
import { Panel } from '#app/ui/panel.tsx'

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
  children: (answer: FormResponse | undefined) => ReactNode
}

/** What is wrong in one section keeps no other from being saved. */
export function Section({
  title,
  lead,
  intent,
  isDangerous = false,
  beside,
  ...form
}: SectionProps) {
  return (
    <Panel>
      <h2 className="account-section__title">{title}</h2>
      {lead && <p className="account-section__lead">{lead}</p>}
      <ActionForm
        {...form}
        {...(intent === undefined ? {} : { hidden: { intent } })}
        {...(isDangerous ? { tone: 'critical' as const } : {})}
        className="account-section__form"
      />
      {beside}
    </Panel>
  )
}
