/** Options of a screen, read-only for roles that can't change them. */
import type { ReactNode } from 'react'
import type { OptionSection } from '#app/domain/sites/option-inputs.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Panel } from '#app/ui/panel.tsx'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'

type OptionFormProps = {
  section: OptionSection
  mayEdit: boolean
  onEdit?: (form: FormData) => void
  children: (answer: FormResponse | undefined) => ReactNode
}

export function OptionForm({ section, mayEdit, onEdit, children }: OptionFormProps) {
  if (!mayEdit) {
    return (
      <fieldset disabled className="settings-locked">
        <legend className="visually-hidden">Settings (view only)</legend>
        <div className="parts">{children(undefined)}</div>
      </fieldset>
    )
  }
  return (
    <SettingsForm
      hidden={{ intent: section }}
      className="parts"
      {...(onEdit === undefined ? {} : { onEdit })}
    >
      {children}
    </SettingsForm>
  )
}

type PartProps = { title: string; lead?: ReactNode; children: ReactNode }

export const FormPart = ({ title, lead, children }: PartProps) => (
  <Panel>
    <h2 className="part-title">{title}</h2>
    {lead !== undefined && <p className="part-lead">{lead}</p>}
    <div className="form">{children}</div>
  </Panel>
)
