/** A section of settings with its own form. */
import type { ReactNode } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Panel } from '#app/ui/panel.tsx'

type SectionProps = {
  title: string
  lead?: ReactNode
  /** Name of the action within its route; absent when it is the only one. */
  intent?: string
  /** Target; absent: the screen's URL. */
  to?: string
  /** Label of the button. */
  action: string
  isDangerous?: boolean
  /** Contains a file. */
  hasFile?: boolean
  /** Empties the fields after success. */
  clears?: boolean
  /** Next to the form, for example a button of another form. */
  beside?: ReactNode
  children: (answer: FormResponse | undefined) => ReactNode
}

/** An error in one section doesn't keep the others from being saved. */
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
