/** Actions of staff on a user or an organization. */
import type { ReactNode } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { ActRows, type ActRow } from './act-rows.tsx'
import { ReasonInput } from './reason-input.tsx'

export type StaffActForm = Omit<ActRow, 'form'> & {
  isCritical?: boolean
  /** In addition to the reason. */
  fields?: (answer: FormResponse | undefined) => ReactNode
}

type ActFormsProps = {
  acts: readonly StaffActForm[]
  lastActId: number
  /** Who reads the reason. */
  reasonHelp: string
}

export const ActForms = ({ acts, ...rest }: ActFormsProps) => (
  <Panel>
    <h2 className="part-title">Actions</h2>
    <ActRows acts={acts.map((act) => ({ ...act, form: <ActForm act={act} {...rest} /> }))} />
  </Panel>
)

type ActFormProps = Omit<ActFormsProps, 'acts'> & { act: StaffActForm }

const ActForm = ({ act, lastActId, reasonHelp }: ActFormProps) => (
  <ActionForm
    hidden={{ intent: act.intent, lastActId: String(lastActId) }}
    action={act.action}
    tone={act.isCritical ? 'critical' : 'primary'}
    clears
  >
    {(answer) => (
      <>
        {act.fields?.(answer)}
        <ReasonInput helpText={reasonHelp} answer={answer} />
      </>
    )}
  </ActionForm>
)

type NoticeInputProps = {
  answer: FormResponse | undefined
  /** Where the person reads it. */
  helpText: string
}

/** The message that the person concerned reads. */
export const NoticeInput = ({ answer, helpText }: NoticeInputProps) => (
  <TextInput
    name="notice"
    label="Message to the user"
    helpText={helpText}
    autoComplete="off"
    lines={2}
    answer={answer}
  />
)
