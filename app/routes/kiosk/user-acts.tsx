/** Forms with which staff help a person. One is open at a time. */
import type { ReactNode } from 'react'
import type { KioskUser } from '#app/presenters/kiosk/user.server.ts'
import { Details } from '#app/ui/details.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'

type Act = { intent: string; action: string; about: ReactNode; isCritical?: boolean }

export const UserActs = ({ user, staffId }: { user: KioskUser; staffId: number }) => (
  <Panel>
    <h2 className="part-title">Actions</h2>
    {actsOf(user, staffId).map(({ intent, action, about, isCritical = false }) => (
      <Details key={intent} summary={action} group="user-acts" isRow>
        <p>{about}</p>
        <ActionForm
          hidden={{ intent, lastActId: String(user.lastActId) }}
          action={action}
          tone={isCritical ? 'critical' : 'primary'}
          clears
        >
          {(answer) => (
            <TextInput
              name="reason"
              label="Reason"
              helpText="For the audit log. The user doesn’t see it."
              autoComplete="off"
              answer={answer}
            />
          )}
        </ActionForm>
      </Details>
    ))}
  </Panel>
)

function actsOf({ verifiedAt, devices, factor, askedReset }: KioskUser, staffId: number): Act[] {
  return [
    {
      intent: 'impersonate',
      action: 'Impersonate',
      about: 'You see what the user sees, for an hour at most. Start and end are on record.',
    },
    ...(verifiedAt ? [] : [verify]),
    ...(devices.length === 0 ? [] : [endSessions]),
    ...(factor === null ? [] : [resetOf(askedReset, staffId)]),
  ]
}

const verify: Act = {
  intent: 'verify',
  action: 'Verify email',
  about: 'Only when the user has proved in another way that the address is theirs.',
}

const endSessions: Act = {
  intent: 'end-sessions',
  action: 'Log out everywhere',
  about: 'Ends all sessions of the user. They can log in again.',
  isCritical: true,
}

const resetOf = (asked: KioskUser['askedReset'], staffId: number): Act =>
  asked && asked.staffId !== staffId
    ? {
        intent: 'confirm-reset',
        action: 'Confirm reset of the second factor',
        about: `${asked.name} asked for it. Afterwards the password alone is enough to log in. All sessions end, and we notify the user by email.`,
        isCritical: true,
      }
    : {
        intent: 'ask-reset',
        action: 'Ask for a reset of the second factor',
        about: asked
          ? 'You asked for it. Someone else on staff has to confirm it within a day.'
          : 'Someone else on staff has to confirm it within a day.',
        isCritical: true,
      }
