/** State of the nudge, and actions on the whole nudge. */
import { formatZone } from '#app/lib/days/moment-text.ts'
import { Details } from '#app/ui/details.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { describeSchedule } from '#app/ui/format/format-schedule.ts'
import { DateInput } from '#app/ui/forms/date-field.tsx'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormDetails } from '#app/ui/forms/form-details.tsx'
import { ConfirmForm } from '#app/ui/forms/confirm-form.tsx'
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Changes } from './changes.tsx'
import type { Loaded } from './nudge.tsx'
import type { Edits } from './use-edits.ts'

type StateLineProps = {
  loaded: Loaded
  changes: EditorPreview['changes']
  edits: Edits
  goTo: (field: string) => void
}

export function StateLine({ loaded, changes, edits, goTo }: StateLineProps) {
  const { state, isArchived, publishAt, scheduleFaults, mayEdit } = loaded
  const { length: count } = changes
  return (
    <div className="studio__state all-columns row between gap-8">
      <div className="row gap-8" role="status">
        <Badge {...(state === 'published' ? { tone: 'success' as const } : {})}>
          {stateWords(state, isArchived)}
        </Badge>
        {publishAt && (
          <Badge tone={publishAt > loaded.now ? 'info' : 'warning'}>
            {describeSchedule(publishAt, loaded)}
          </Badge>
        )}
        {scheduleFaults.length > 0 && (
          <span>It can’t be published: {scheduleFaults.join(' ')}</span>
        )}
      </div>
      {mayEdit && (
        <div className="studio__acts row gap-8">
          <Button disabled={edits.undo === null} onClick={() => edits.undo?.()}>
            Undo
          </Button>
          <Button disabled={edits.redo === null} onClick={() => edits.redo?.()}>
            Redo
          </Button>
          <Acts loaded={loaded} />
        </div>
      )}
      {count > 0 && (
        <Details
          className="studio__changes basis-full"
          summary={
            count === 1 ? '1 change not published' : `${String(count)} changes not published`
          }
        >
          <Changes {...{ changes, goTo }} />
        </Details>
      )}
    </div>
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
    <>
      {state === 'published' && <ActionForm hidden={{ intent: 'off' }} action="Turn off" />}
      {state === 'paused' && !isArchived && (
        <ActionForm hidden={{ intent: 'on' }} action="Turn on" />
      )}
      <Menu label="More actions">
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
            <FormDetails hidden={{ intent: 'schedule' }} isRow summary="Schedule">
              <ActionForm hidden={{ intent: 'schedule' }} action="Schedule publishing">
                {(answer) => <Later answer={answer} timeZone={loaded.timeZone} />}
              </ActionForm>
            </FormDetails>
          )
        )}
      </Menu>
    </>
  )
}

type LaterProps = { answer: FormResponse | undefined; timeZone: string }

const Later = ({ answer, timeZone }: LaterProps) => (
  <DateInput
    name="publishAt"
    label="Publish date and time"
    kind="datetime-local"
    helpText={`Times are in ${formatZone(timeZone)}.`}
    answer={answer}
  />
)
