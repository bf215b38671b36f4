/** Forms with which staff help a person, or stop them. */
import type { KioskUser } from '#app/presenters/kiosk/user.server.ts'
import { ActForms, NoticeInput, type StaffActForm } from './act-forms.tsx'

export const UserActs = ({ user, staffId }: { user: KioskUser; staffId: number }) => (
  <ActForms
    acts={actsOf(user, staffId)}
    lastActId={user.lastActId}
    reasonHelp="For the audit log. It’s part of the user’s data if they ask for it."
  />
)

function actsOf(user: KioskUser, staffId: number): StaffActForm[] {
  const { verifiedAt, devices, factor, askedReset, askedErasure, suspendedAt } = user
  return [
    {
      intent: 'impersonate',
      action: 'Impersonate',
      about: 'You see what the user sees, for an hour at most. Start and end are on record.',
    },
    ...(verifiedAt ? [] : [verify]),
    ...(devices.length === 0 ? [] : [endSessions]),
    ...(factor === null ? [] : [resetOf(askedReset, staffId)]),
    suspendedAt ? reinstate : suspend,
    ...(verifiedAt ? [sendExport] : []),
    erasureOf(askedErasure, staffId),
  ]
}

const verify: StaffActForm = {
  intent: 'verify',
  action: 'Verify email',
  about:
    'Only when the user has proved in another way that the address is theirs. Ends all sessions and removes the password, passkeys, the second factor and API tokens. They get an email and set a new password.',
}

const endSessions: StaffActForm = {
  intent: 'end-sessions',
  action: 'Log out everywhere',
  about: 'Ends all sessions of the user. They can log in again, and get an email.',
  isCritical: true,
}

const suspend: StaffActForm = {
  intent: 'suspend',
  action: 'Suspend user',
  about:
    'The user is logged out, can’t log in, and their API tokens stop working. Organizations and nudges go on, and nothing is deleted. They get an email.',
  isCritical: true,
  fields: (answer) => (
    <NoticeInput answer={answer} helpText="Shown when they log in, and in the email." />
  ),
}

const reinstate: StaffActForm = {
  intent: 'reinstate',
  action: 'Lift suspension',
  about: 'The user can log in again, and gets an email.',
}

const sendExport: StaffActForm = {
  intent: 'export',
  action: 'Send their data',
  about:
    'The user gets an email with a link to everything we store about them. It’s valid for 7 days. You don’t see the file.',
}

type Asked = KioskUser['askedReset']

const isOfOther = (asked: Asked, staffId: number): asked is NonNullable<Asked> =>
  asked !== null && asked.staffId !== staffId

const resetOf = (asked: Asked, staffId: number): StaffActForm =>
  isOfOther(asked, staffId)
    ? {
        intent: 'confirm-reset',
        action: 'Confirm reset of the second factor',
        about: `${asked.name} asked for it. Afterwards the password alone is enough to log in. All sessions end, and we notify the user by email.`,
        isCritical: true,
      }
    : {
        intent: 'ask-reset',
        action: 'Ask for a reset of the second factor',
        about: `${waiting(asked)} The user gets an email.`,
        isCritical: true,
      }

const erasureOf = (asked: Asked, staffId: number): StaffActForm =>
  isOfOther(asked, staffId)
    ? {
        intent: 'confirm-erasure',
        action: 'Confirm deletion of the account',
        about: `${asked.name} asked for it. This permanently deletes the account and everything we store about the user.`,
        isCritical: true,
      }
    : {
        intent: 'ask-erasure',
        action: 'Ask for deletion of the account',
        about: `${waiting(asked)} The user gets an email. Organizations that they own have to be transferred or deleted first.`,
        isCritical: true,
      }

const waiting = (asked: Asked) =>
  asked
    ? 'You asked for it. Someone else on staff has to confirm it within a day.'
    : 'Someone else on staff has to confirm it within a day.'
