/** State of the nudge, and actions on the whole nudge. */
import { Badge, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { fieldId, useFieldError } from '#app/ui/forms/fields.tsx'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Loaded } from './nudge.tsx'
import { Changes } from './versions.tsx'

export function StatePanel({ loaded }: { loaded: Loaded }) {
  const { state, hasDraft, isArchived, publishAt, pending, mayEdit } = loaded
  const hasChanges = state !== 'draft' && hasDraft
  return (
    <Panel>
      <h2 className="part-title">State</h2>
      <p className="editor__badges" role="status">
        <Badge {...(state === 'published' ? { tone: 'success' as const } : {})}>
          {stateWords(state, isArchived)}
        </Badge>
        {hasChanges && <Badge tone="attention">Changes not published</Badge>}
        {publishAt && (
          <Badge tone="info">{`Published by itself at ${formatDateTime(publishAt)}`}</Badge>
        )}
      </p>
      {pending.length > 0 && <Changes changes={pending} />}
      {mayEdit && <Acts loaded={loaded} />}
    </Panel>
  )
}

function stateWords(state: Loaded['state'], isArchived: boolean): string {
  if (isArchived) return 'Archived'
  if (state === 'draft') return 'Draft'
  return state === 'published' ? 'Published' : 'Switched off'
}

function Acts({ loaded }: { loaded: Loaded }) {
  const { state, hasDraft, isArchived, publishAt } = loaded
  return (
    <div className="editor__acts">
      {state === 'published' && <ActionForm hidden={{ intent: 'off' }} action="Switch off" />}
      {state === 'paused' && !isArchived && (
        <ActionForm hidden={{ intent: 'on' }} action="Switch on" />
      )}
      {state !== 'draft' && hasDraft && (
        <ActionForm hidden={{ intent: 'revert' }} action="Back to what is published" />
      )}
      <ActionForm hidden={{ intent: 'duplicate' }} action="Duplicate" />
      {state === 'draft' ? (
        <ActionForm hidden={{ intent: 'delete' }} action="Delete the draft" tone="critical" />
      ) : (
        !isArchived && <ActionForm hidden={{ intent: 'archive' }} action="Archive" />
      )}
      {publishAt ? (
        <ActionForm hidden={{ intent: 'unschedule' }} action="Don’t publish by itself" />
      ) : (
        hasDraft && (
          <details className="editor__later">
            <summary>Publish later</summary>
            <ActionForm hidden={{ intent: 'schedule' }} action="Publish at that moment">
              {(answer) => <Later answer={answer} timeZone={loaded.timeZone} />}
            </ActionForm>
          </details>
        )
      )}
    </div>
  )
}

type LaterProps = { answer: FormResponse | undefined; timeZone: string }

function Later({ answer, timeZone }: LaterProps) {
  const [value, setValue] = useState('')
  const [error, dismiss] = useFieldError(answer?.errors, 'publishAt')
  return (
    <TextField
      id={fieldId('publishAt')}
      name="publishAt"
      label="Publish what is saved at"
      type="datetime-local"
      autoComplete="off"
      helpText={`By the clock of your site: ${timeZone}.`}
      value={value}
      error={error}
      onChange={(typed) => {
        setValue(typed)
        dismiss()
      }}
    />
  )
}
