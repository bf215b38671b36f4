/** Options of a screen, read-only for roles that can't change them. */
import type { ReactNode } from 'react'
import type { OptionSection } from '#app/domain/sites/option-inputs.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import type { PlanGates } from '#app/domain/plans/entitlements.ts'
import { PlanGatesContext } from '#app/ui/plan-gate.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'

type OptionFormProps = {
  section: OptionSection
  mayEdit: boolean
  /** Options that the plan lacks. */
  gates: PlanGates
  onEdit?: (form: FormData) => void
  children: (answer: FormResponse | undefined) => ReactNode
}

export const OptionForm = ({ gates, ...props }: OptionFormProps) => (
  <PlanGatesContext.Provider value={gates}>
    <PlainForm {...props} />
  </PlanGatesContext.Provider>
)

function PlainForm({ section, mayEdit, onEdit, children }: Omit<OptionFormProps, 'gates'>) {
  if (!mayEdit) {
    return (
      <fieldset disabled className="plain-group">
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
