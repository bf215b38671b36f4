/** Announcements by staff: those there are, and a form for a new one with its preview. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireKiosk, requireKioskAct } from '#app/auth/staff-guard.server.ts'
import { runStaffAct } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import { staffReason } from '#app/domain/accounts/staff/staff-acts.ts'
import {
  announce,
  listAllAnnouncements,
  withdrawAnnouncement,
  type StaffAnnouncement,
} from '#app/domain/announcements/announcements.server.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { Empty } from '#app/ui/empty.tsx'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { ReasonInput } from './acts/reason-input.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { audienceWords, plansNamed, publishInput } from './announcement-input.ts'
import { refusedStaffForm } from './staff-form.server.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export { links } from '#app/ui/site-screens.ts'
export const meta = screenTitle('Announcements')

export async function loader(args: LoaderFunctionArgs) {
  await requireKiosk(args)
  const { services } = args.context
  const query = new URL(args.request.url).searchParams
  const before = query.get('before')
  const page = await listAllAnnouncements(services, before)
  const shown = page.announcements
  return {
    shown,
    next: page.next,
    before: page.isFirst ? null : before,
    withdraw: shown.find(({ id }) => String(id) === query.get('withdraw')) ?? null,
    now: services.now(),
  }
}

const withdrawInput = z.object({ announcement: numericId, reason: staffReason })

export async function action(args: ActionFunctionArgs) {
  const names = [
    'body',
    'actionText',
    'actionUrl',
    'shell',
    'plan',
    'publishAt',
    'reason',
    'intent',
  ]
  const { intent, ...typed } = await readSubmittedValues(args.request, names)
  const { services } = args.context
  try {
    const { account, actor } = await requireKioskAct(args)
    const act = { actor, subject: null, lastActId: null }
    if (intent === 'withdraw') {
      const form = await readForm(args.request, withdrawInput)
      if (!form.ok) return invalidFormResponse(form.errors, typed)
      const { announcement, reason } = form.value
      await runStaffAct(
        services,
        { ...act, act: 'announcement.withdrawn', reason, details: { announcement } },
        () => withdrawAnnouncement(services, announcement),
      )
      return redirect('/kiosk/announcements')
    }
    const form = await readForm(args.request, publishInput)
    if (!form.ok) return invalidFormResponse(form.errors, typed)
    const { reason, shell = null, plan, publishAt = null, ...text } = form.value
    await runStaffAct(
      services,
      {
        ...act,
        act: 'announcement.published',
        reason,
        details: { shell, plan: plan ?? null, publishAt: publishAt?.toISOString() ?? null },
      },
      () => announce(services, account.id, { ...text, shell, plans: plansNamed(plan), publishAt }),
    )
  } catch (error) {
    return refusedStaffForm(error, typed)
  }
  return redirect('/kiosk/announcements')
}

export default function Announcements() {
  const { shown, next, before, withdraw, now } = useLoaderData<typeof loader>()
  return (
    <Screen title="Announcements" lead="The bell shows people the newest eight that are for them.">
      <div className="parts">
        {withdraw ? (
          <Panel>
            <Withdraw announcement={withdraw} />
          </Panel>
        ) : (
          <AnnouncementForm now={now} />
        )}
        <Panel>
          {shown.length === 0 ? (
            <Empty title={before === null ? 'No announcements yet' : 'No older announcements'}>
              <p>Announcements that you publish appear here.</p>
            </Empty>
          ) : (
            <AnnouncementTable rows={shown} before={before} />
          )}
          <Pagination
            of="announcements"
            first={before === null ? null : '/kiosk/announcements'}
            next={next === null ? null : `/kiosk/announcements?before=${next}`}
          />
        </Panel>
      </div>
    </Screen>
  )
}

type AnnouncementTableProps = { rows: StaffAnnouncement[]; before: string | null }

const AnnouncementTable = ({ rows, before }: AnnouncementTableProps) => (
  <Table
    caption="Announcements"
    columns={[
      { label: 'Message' },
      { label: 'For' },
      { label: 'Published' },
      { label: 'Author' },
      { label: 'Withdraw' },
    ]}
  >
    {rows.map((row) => (
      <Row key={row.id}>
        <RowHead>{row.body}</RowHead>
        <Cell label="For">{audienceWords(row)}</Cell>
        <Cell label="Published">
          {row.isPublished ? '' : 'Scheduled for '}
          {formatDateTime(row.createdAt)}
        </Cell>
        <Cell label="Author">{row.author ?? 'Command line'}</Cell>
        <Cell label="Withdraw">
          <Link
            className="text-link table__whole"
            to={`/kiosk/announcements?withdraw=${String(row.id)}${before === null ? '' : `&before=${before}`}`}
            aria-label={`Withdraw “${row.body.slice(0, 60)}”`}
          >
            Withdraw
          </Link>
        </Cell>
      </Row>
    ))}
  </Table>
)

const Withdraw = ({ announcement: { id, body } }: { announcement: StaffAnnouncement }) => (
  <>
    <h2 className="part-title">Withdraw the announcement</h2>
    <p className="part-lead">People will no longer see it: {body}</p>
    <ActionForm
      key={id}
      hidden={{ intent: 'withdraw', announcement: String(id) }}
      action="Withdraw announcement"
      tone="critical"
    >
      {(answer) => <ReasonInput helpText="For the audit log." answer={answer} />}
    </ActionForm>
    <Link className="text-link" to="/kiosk/announcements">
      Keep it
    </Link>
  </>
)
