/** Staff actions in a conversation: answer, and change its assignee and status. */
import { supportStates } from '#app/domain/support/conversation.ts'
import type { KioskConversation } from '#app/presenters/kiosk/support.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormDetails } from '#app/ui/forms/form-details.tsx'
import { CheckInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { ReasonInput } from '../acts/reason-input.tsx'
import { staffStateLabels } from './state-labels.ts'

type Props = {
  request: KioskConversation
  staff: readonly { id: number; name: string }[]
}

export function RequestActs({ request, staff }: Props) {
  const { state, assignee, lastActId, lastMessageId } = request
  const hidden = { lastActId: String(lastActId), lastMessageId: String(lastMessageId) }
  return (
    <Panel>
      <h2 className="part-title">Answer</h2>
      <ActionForm
        hidden={{ intent: 'answer', ...hidden }}
        action="Send answer"
        tone="primary"
        clears
      >
        {(answer) => (
          <>
            <TextInput
              name="message"
              label="Message"
              helpText="The user also gets it by email."
              lines={6}
              autoComplete="off"
              answer={answer}
            />
            <CheckInput name="isSolved" label="This solves the request" answer={answer} />
          </>
        )}
      </ActionForm>
      <FormDetails
        hidden={{ intent: 'change', ...hidden }}
        summary="Change assignee or status"
        isRow
      >
        <ActionForm
          key={`${String(assignee?.id)} ${state}`}
          hidden={{ intent: 'change', ...hidden }}
          action="Change request"
        >
          {(answer) => (
            <>
              <SelectInput
                name="assignee"
                label="Assignee"
                options={[
                  { value: '', label: 'No one' },
                  ...staff.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                initial={assignee ? String(assignee.id) : ''}
                answer={answer}
              />
              <SelectInput
                name="state"
                label="Status"
                options={supportStates.map((value) => ({ value, label: staffStateLabels[value] }))}
                initial={state}
                answer={answer}
              />
              <ReasonInput helpText="For the audit log. The user doesn’t see it." answer={answer} />
            </>
          )}
        </ActionForm>
      </FormDetails>
    </Panel>
  )
}
