/** Support in the kiosk: the conversations that wait for staff, and the others. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import { supportStates } from '#app/domain/support/conversation.ts'
import { numericId } from '#app/domain/teams/team.ts'
import {
  listKioskRequests,
  listStaff,
  type KioskRequest,
} from '#app/presenters/kiosk/support.server.ts'
import { Empty } from '#app/ui/empty.tsx'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { FilterForm } from '#app/ui/forms/filter-form.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { staffStateLabels } from './state-labels.ts'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Support')

const path = '/kiosk/support'

/** Nothing in the address: what waits for staff, whoever is assigned. */
const filterInput = z.object({
  q: z.string().trim().max(200).catch(''),
  state: z.enum([...supportStates, 'all']).catch('open'),
  assignee: z
    .union([z.enum(['me', 'nobody']), numericId])
    .nullable()
    .catch(null),
})

export async function loader(args: LoaderFunctionArgs) {
  const { account } = await requireKiosk(args)
  const { services } = args.context
  const { searchParams } = new URL(args.request.url)
  const {
    q: text,
    state,
    assignee,
  } = filterInput.parse({
    q: searchParams.get('q') ?? '',
    state: searchParams.get('state'),
    assignee: searchParams.get('assignee'),
  })
  const page = await listKioskRequests(services, {
    state: state === 'all' ? null : state,
    assignee: assignee === 'me' ? account.id : assignee,
    text,
    before: searchParams.get('before'),
  })
  const chosen = {
    q: text,
    state: state === 'open' ? '' : state,
    assignee: assignee === null ? '' : String(assignee),
  }
  const staff = await listStaff(services)
  return {
    ...page,
    chosen,
    others: staff.filter(({ id }) => id !== account.id),
    now: services.now(),
  }
}

type Chosen = Awaited<ReturnType<typeof loader>>['chosen']

const addressOf = (chosen: Chosen, before: string | null = null) => {
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''))
  if (before !== null) query.set('before', before)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

export default function KioskSupport() {
  const { requests, chosen, others, isFirst, next, now } = useLoaderData<typeof loader>()
  return (
    <Screen
      title="Support"
      lead="Conversations with users. The one with the newest message is first."
    >
      <Panel>
        <Filter chosen={chosen} staff={others} />
        {requests.length === 0 ? (
          <NoRequests {...{ chosen, isFirst }} />
        ) : (
          <Requests requests={requests} now={now} />
        )}
        <Pagination
          of="requests"
          first={isFirst ? null : addressOf(chosen)}
          next={next === null ? null : addressOf(chosen, next)}
        />
      </Panel>
    </Screen>
  )
}

const stateOptions = [
  { value: '', label: staffStateLabels.open },
  { value: 'waiting', label: staffStateLabels.waiting },
  { value: 'solved', label: staffStateLabels.solved },
  { value: 'all', label: 'All' },
]

type FilterProps = { chosen: Chosen; staff: readonly { id: number; name: string }[] }

const Filter = ({ chosen, staff }: FilterProps) => (
  <FilterForm path={path} values={chosen}>
    <TextInput
      name="q"
      label="Subject, user or organization"
      autoComplete="off"
      helpText="* is any text."
      answer={undefined}
      initial={chosen.q}
    />
    <SelectInput
      name="state"
      label="Status"
      answer={undefined}
      options={stateOptions}
      initial={chosen.state}
    />
    <SelectInput
      name="assignee"
      label="Assignee"
      answer={undefined}
      options={[
        { value: '', label: 'Anyone' },
        { value: 'nobody', label: 'No one' },
        { value: 'me', label: 'You' },
        ...staff.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      initial={chosen.assignee}
    />
  </FilterForm>
)

function NoRequests({ chosen, isFirst }: { chosen: Chosen; isFirst: boolean }) {
  if (!isFirst)
    return <Empty title="No older requests">New requests appear on the first page.</Empty>
  if (chosen.q !== '' || chosen.state !== '' || chosen.assignee !== '') {
    return (
      <Empty kind="search" title="No matching requests">
        Try another status, assignee or search term.
      </Empty>
    )
  }
  return <Empty title="No open requests">Requests that wait for an answer appear here.</Empty>
}

const columns = [
  { label: 'Subject' },
  { label: 'User' },
  { label: 'Status' },
  { label: 'Assignee' },
  { label: 'Last message' },
]

const Requests = ({ requests, now }: { requests: readonly KioskRequest[]; now: Date }) => (
  <Table caption="Requests" columns={columns}>
    {requests.map(({ id, subject, person, team, state, assignee, isUnread, lastMessageAt }) => (
      <Row key={id}>
        <RowHead>
          <Link className="text-link" to={`${path}/${String(id)}`}>
            {subject}
          </Link>{' '}
          {isUnread && <Badge tone="info">New message</Badge>}
        </RowHead>
        <Cell label="User">
          {person.name}
          {team && `, ${team.name}`}
        </Cell>
        <Cell label="Status">{staffStateLabels[state]}</Cell>
        <Cell label="Assignee">{assignee?.name ?? '–'}</Cell>
        <Cell label="Last message">
          <RelativeTime at={lastMessageAt} now={now} />
        </Cell>
      </Row>
    ))}
  </Table>
)
