/** A section of settings with its own form. An error in one doesn't keep the others from being saved. */
import type { ReactNode } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { Panel } from '#app/ui/panel.tsx'

type Form = {
  /** Target; absent: the screen's URL. */
  to?: string
  /** Label of the button. */
  action: string
  children: (answer: FormResponse | undefined) => ReactNode
}

type SectionProps = Form & {
  title: string
  lead?: ReactNode
  /** Name of the action within its route; absent when it is the only one. */
  intent?: string
  isDangerous?: boolean
}

/** Does something. */
export const Section = ({ title, lead, intent, isDangerous, ...form }: SectionProps) => (
  <Panel>
    <Head title={title} lead={lead} />
    <ActionForm
      {...form}
      {...hiddenOf(intent)}
      {...(isDangerous ? { tone: 'critical' as const } : {})}
    />
  </Panel>
)

type StoredSectionProps = Form & Pick<SectionProps, 'title' | 'lead' | 'intent'>

/** Changes what is stored: inside an admin, its save bar saves it. */
export const StoredSection = ({ title, lead, intent, ...form }: StoredSectionProps) => (
  <Panel>
    <Head title={title} lead={lead} />
    <SettingsForm {...form} {...hiddenOf(intent)} />
  </Panel>
)

const hiddenOf = (intent: string | undefined) =>
  intent === undefined ? {} : { hidden: { intent } }

const Head = ({ title, lead }: { title: string; lead: ReactNode }) => (
  <>
    <h2 className="part-title">{title}</h2>
    {lead && <p className="part-lead">{lead}</p>}
  </>
)
