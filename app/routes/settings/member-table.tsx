/** Members of an organization. People who manage them change roles in place. */
import { Link } from '@remix-run/react'
import { useId, useState } from 'react'
import type { TeamRole } from '#app/domain/scope.ts'
import { givenRoles } from '#app/domain/teams/members.ts'
import { roleLabels } from '#app/domain/teams/roles.ts'
import { ConfirmSubmit } from '#app/ui/forms/confirm-form.tsx'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Select } from '#app/ui/kit/select.tsx'
import { Menu, MenuAct } from '#app/ui/menu.tsx'
import { Cell, Row, RowHead, sortBy, Table, type SortedList } from '#app/ui/table.tsx'
import { describeSites, type SeenSites } from './site-words.ts'

type ListedMember = {
  id: number
  name: string
  email: string
  role: TeamRole
  sites: SeenSites
  isYou: boolean
  mayChange: boolean
  /** Null: not for the reader. */
  seen: { lastSeenAt: Date | null; hasTwoFactor: boolean } | null
}

type MemberTableProps = {
  members: readonly ListedMember[]
  organization: string
  sorted: SortedList<'name' | 'role' | 'active'>
  now: Date
  /** The reader manages members. */
  isManaged: boolean
}

export const MemberTable = (props: MemberTableProps) => {
  const { members, organization, sorted, now, isManaged } = props
  return (
    <Table
      caption="Members"
      columns={[
        { label: 'Member', sort: sortBy(sorted, 'name') },
        { label: 'Role', sort: sortBy(sorted, 'role') },
        { label: 'Sites' },
        ...(isManaged
          ? [
              { label: 'Last active', sort: sortBy(sorted, 'active', true) },
              { label: 'Two-factor' },
              { label: 'Actions', isSilent: true },
            ]
          : []),
      ]}
    >
      {members.map((member) => (
        <MemberRow key={member.id} {...{ member, organization, now, isManaged }} />
      ))}
    </Table>
  )
}

type MemberRowProps = Pick<MemberTableProps, 'organization' | 'now' | 'isManaged'> & {
  member: ListedMember
}

function MemberRow({ member, organization, now, isManaged }: MemberRowProps) {
  const { name, email, role, sites, isYou, mayChange, seen } = member
  return (
    <Row>
      <RowHead>
        {name} {isYou && <Badge>You</Badge>}
        <span className="table__below muted">{email}</span>
      </RowHead>
      <Cell label="Role">{mayChange ? <RoleForm member={member} /> : roleLabels[role].name}</Cell>
      <Cell label="Sites">{describeSites(sites)}</Cell>
      {seen && (
        <>
          <Cell label="Last active">
            {seen.lastSeenAt ? (
              <RelativeTime at={seen.lastSeenAt} now={now} />
            ) : (
              <span className="table__whole">No session</span>
            )}
          </Cell>
          <Cell label="Two-factor">{seen.hasTwoFactor ? 'On' : 'Off'}</Cell>
        </>
      )}
      {isManaged && (
        <Cell label="" place="end">
          {mayChange && <Actions member={member} organization={organization} />}
        </Cell>
      )}
    </Row>
  )
}

/** A press saves what was chosen: arrow keys in a closed select choose, too. */
function RoleForm({ member: { id, name, role } }: { member: ListedMember }) {
  const field = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const hidden = { intent: 'role', member: String(id) }
  const { Form, ref, answer, isBusy } = useFormFetcher(() => {
    setChosen(null)
  }, hidden)
  return (
    <Form ref={ref} method="post" className="row gap-8" noValidate>
      <FormMessage answer={answer} />
      <input type="hidden" name="intent" value="role" />
      <input type="hidden" name="member" value={id} />
      <Select
        id={field}
        name="role"
        label={`Role of ${name}`}
        labelHidden
        options={givenRoles.map((value) => ({ value, label: roleLabels[value].name }))}
        value={chosen ?? role}
        onChange={setChosen}
      />
      {chosen !== null && chosen !== role && (
        <Button submit disabled={isBusy}>
          Save
        </Button>
      )}
      <noscript>
        <Button submit>Save</Button>
      </noscript>
    </Form>
  )
}

type ActionsProps = { member: ListedMember; organization: string }

function Actions({ member: { id, name }, organization }: ActionsProps) {
  const { Form, ref, answer, isBusy } = useFormFetcher(undefined, {
    intent: 'remove',
    member: String(id),
  })
  return (
    <Form ref={ref} method="post">
      <FormMessage answer={answer} />
      <input type="hidden" name="member" value={id} />
      <Menu label={`Actions for ${name}`} isBrief>
        <Link className="menu-entry" to={String(id)} aria-label={`Edit access of ${name}`}>
          Edit access
        </Link>
        <ConfirmSubmit
          as={MenuAct}
          name="intent"
          value="remove"
          action="Remove"
          actionLabel={`Remove ${name}`}
          title={`Remove ${name} from ${organization}?`}
          confirm="Remove member"
          isDisabled={isBusy}
        >
          <p>
            {name} immediately loses access on all devices, and API tokens they created stop
            working. To come back, {name} needs a new invitation.
          </p>
        </ConfirmSubmit>
      </Menu>
    </Form>
  )
}
