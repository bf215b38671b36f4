/** State of the nudge, and actions on the whole nudge. */
import { Badge } from '@shopify/polaris'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { DateInput } from '#app/ui/forms/date-field.tsx'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Loaded } from './nudge.tsx'
import { Changes } from './versions.tsx'

export function StatePanel({ loaded }: { loaded: Loaded }) {
  const { state, hasDraft, isArchived, publishAt, pending, mayEdit } = loaded
  const hasChanges = state !== 'draft' && hasDraft
  return (
    <Panel>
      <h2 className="part-title">Status</h2>
      <p className="editor__badges" role="status">
        <Badge {...(state === 'published' ? { tone: 'success' as const } : {})}>
          {stateWords(state, isArchived)}
        </Badge>
        {hasChanges && <Badge tone="attention">Unpublished changes</Badge>}
        {publishAt && <Badge tone="info">{`Scheduled for ${formatDateTime(publishAt)}`}</Badge>}
      </p>
      {pending.length > 0 && <Changes changes={pending} />}
      {mayEdit && <Acts loaded={loaded} />}
    </Panel>
  )
}

function stateWords(state: Loaded['state'], isArchived: boolean): string {
  if (isArchived) return 'Archived'
  if (state === 'draft') return 'Draft'
  return state === 'published' ? 'Published' : 'Off'
}

function Acts({ loaded }: { loaded: Loaded }) {
  const { state, hasDraft, isArchived, publishAt } = loaded
  return (
    <div className="editor__acts">
      {state === 'published' && <ActionForm hidden={{ intent: 'off' }} action="Turn off" />}
      {state === 'paused' && !isArchived && (
        <ActionForm hidden={{ intent: 'on' }} action="Turn on" />
      )}
      {state !== 'draft' && hasDraft && (
        <ConfirmForm
          hidden={{ intent: 'revert' }}
          action="Discard draft"
          title="Discard this draft?"
          confirm="Discard draft"
        >
          <p>This permanently deletes all changes since you last published.</p>
        </ConfirmForm>
      )}
      <ActionForm hidden={{ intent: 'duplicate' }} action="Duplicate" />
      {state === 'draft' ? (
        <ConfirmForm
          hidden={{ intent: 'delete' }}
          action="Delete draft"
          title="Delete this draft?"
          confirm="Delete draft"
        >
          <p>This permanently deletes the nudge and its settings.</p>
        </ConfirmForm>
      ) : (
        !isArchived && <ActionForm hidden={{ intent: 'archive' }} action="Archive" />
      )}
      {publishAt ? (
        <ActionForm hidden={{ intent: 'unschedule' }} action="Cancel schedule" />
      ) : (
        hasDraft && (
          <details className="editor__later">
            <summary>Schedule</summary>
            <ActionForm hidden={{ intent: 'schedule' }} action="Schedule publishing">
              {(answer) => <Later answer={answer} timeZone={loaded.timeZone} />}
            </ActionForm>
          </details>
        )
      )}
    </div>
  )
}

type LaterProps = { answer: FormResponse | undefined; timeZone: string }

const Later = ({ answer, timeZone }: LaterProps) => (
  <DateInput
    name="publishAt"
    label="Publish date and time"
    kind="datetime-local"
    helpText={`Times are in ${timeZone}.`}
    answer={answer}
  />
)
