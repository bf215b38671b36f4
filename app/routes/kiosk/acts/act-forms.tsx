/**
 * Actions of staff on a user or an organization. The address names the one whose form is open, so each
 * field is on the page once.
 */
import { Link, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'

export type StaffActForm = {
  intent: string
  /** Label of its row and of its button. */
  action: string
  about: ReactNode
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

export function ActForms({ acts, ...rest }: ActFormsProps) {
  const [query] = useSearchParams()
  const chosen = query.get('act')
  return (
    <Panel>
      <h2 className="part-title">Actions</h2>
      <ul className="rows">
        {acts.map((act) => {
          const isOpen = act.intent === chosen
          return (
            <li key={act.intent} className="rows__row">
              <Link
                className="text-link"
                to={isOpen ? '?' : `?act=${act.intent}`}
                aria-expanded={isOpen}
                preventScrollReset
              >
                {act.action}
              </Link>
              {isOpen && <ActForm act={act} {...rest} />}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

type ActFormProps = Omit<ActFormsProps, 'acts'> & { act: StaffActForm }

function ActForm({ act, lastActId, reasonHelp }: ActFormProps) {
  const { intent, action, about, isCritical = false, fields } = act
  return (
    <div className="kiosk-act">
      <p>{about}</p>
      <ActionForm
        hidden={{ intent, lastActId: String(lastActId) }}
        action={action}
        tone={isCritical ? 'critical' : 'primary'}
        clears
      >
        {(answer) => (
          <>
            {fields?.(answer)}
            <TextInput
              name="reason"
              label="Reason"
              helpText={reasonHelp}
              autoComplete="off"
              answer={answer}
            />
          </>
        )}
      </ActionForm>
    </div>
  )
}

type NoticeInputProps = {
  answer: FormResponse | undefined
  /** Where the person reads it. */
  helpText: string
}

/** What the person concerned reads. */
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
