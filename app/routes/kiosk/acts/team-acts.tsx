/** Forms with which staff suspend, transfer, export and delete an organization. */
import type { KioskTeam } from '#app/presenters/kiosk/team.server.ts'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { ActForms, NoticeInput, type StaffActForm } from './act-forms.tsx'

export const TeamActs = ({ team, staffId }: { team: KioskTeam; staffId: number }) => (
  <ActForms
    acts={actsOf(team, staffId)}
    lastActId={team.lastActId}
    reasonHelp="For the audit log. The owner doesn’t see it."
  />
)

const actsOf = (team: KioskTeam, staffId: number): StaffActForm[] => [
  team.suspendedAt ? reinstate : suspendOf(team),
  ...(team.members.length > 1 ? [transferOf(team)] : []),
  ...(team.sites.length > 0 ? [siteTransferOf(team)] : []),
  sendExport,
  erasureOf(team, staffId),
]

const suspendOf = (team: KioskTeam): StaffActForm => ({
  intent: 'suspend',
  action: 'Suspend organization',
  about: (
    <>
      Visitors don’t see nudges, and the API and webhooks refuse requests. Members can log in and
      read why. Nothing is deleted, and the owner gets an email. {paymentOf(team)}
    </>
  ),
  isCritical: true,
  fields: (answer) => (
    <NoticeInput answer={answer} helpText="Shown above their screens, and in the email." />
  ),
})

const payers = { card: 'by card', shopify: 'through Shopify', wix: 'through Wix' } as const

/** Staff know who goes on paying for what no one sees. */
function paymentOf({ subscriptions }: KioskTeam): string {
  const paid = subscriptions.find(({ endedAt }) => endedAt === null)
  if (!paid) return 'The organization pays for no plan.'
  const how = paid.channel in payers ? payers[paid.channel as keyof typeof payers] : ''
  return `The organization goes on paying ${how} until its subscription is canceled.`
}

const reinstate: StaffActForm = {
  intent: 'reinstate',
  action: 'Lift suspension',
  about: 'Visitors see nudges again, and the API and webhooks work. The owner gets an email.',
}

const transferOf = ({ members }: KioskTeam): StaffActForm => ({
  intent: 'transfer',
  action: 'Transfer ownership',
  about: 'The current owner becomes an admin. Both get an email.',
  isCritical: true,
  fields: (answer) => (
    <SelectInput
      name="member"
      label="New owner"
      answer={answer}
      initial=""
      options={[
        { value: '', label: 'Choose a member' },
        ...members
          .filter(({ role }) => role !== 'owner')
          .map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` })),
      ]}
    />
  ),
})

const siteTransferOf = ({ sites }: KioskTeam): StaffActForm => ({
  intent: 'transfer-site',
  action: 'Transfer a site',
  about:
    'Nudges, data and statistics move along. API tokens for this site alone are revoked, and its members lose access. Both owners get an email.',
  isCritical: true,
  fields: (answer) => (
    <>
      <SelectInput
        name="site"
        label="Site"
        answer={answer}
        initial=""
        options={[
          { value: '', label: 'Choose a site' },
          ...sites.map(({ id, name, url }) => ({ value: String(id), label: `${name} (${url})` })),
        ]}
      />
      <TextInput
        name="team"
        label="Receiving organization"
        helpText="Its ID or slug."
        autoComplete="off"
        answer={answer}
      />
    </>
  ),
})

const sendExport: StaffActForm = {
  intent: 'export',
  action: 'Send their data',
  about:
    'The owner gets an email with a link to everything we store for the organization. It’s valid for 7 days. You don’t see the file.',
}

function erasureOf({ askedErasure }: KioskTeam, staffId: number): StaffActForm {
  if (askedErasure && askedErasure.staffId !== staffId) {
    return {
      intent: 'confirm-erasure',
      action: 'Confirm deletion of the organization',
      about: `${askedErasure.name} asked for it. This permanently deletes all sites with their nudges, data and statistics. Subscriptions by card end, and the owner gets an email.`,
      isCritical: true,
    }
  }
  const asked = askedErasure ? 'You asked for it. ' : ''
  return {
    intent: 'ask-erasure',
    action: 'Ask for deletion of the organization',
    about: `${asked}Someone else on staff has to confirm it within a day. The owner gets an email.`,
    isCritical: true,
  }
}
