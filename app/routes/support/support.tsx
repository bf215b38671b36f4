import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireAccount, requireTeamContext } from '#app/auth/guards.server.ts'
import { shownAddress } from '#app/domain/accounts/account.ts'
import { supportInput } from '#app/domain/support/conversation.ts'
import {
  listSupportRequests,
  requestSupport,
  type SupportRequest,
} from '#app/domain/support/support.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { RequestBadge } from './request-badge.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from '#app/ui/site-screens.ts'
export const meta = screenTitle('Support')

export async function loader(args: LoaderFunctionArgs) {
  const { id, email } = await requireAccount(args)
  const { services } = args.context
  const before = new URL(args.request.url).searchParams.get('before')
  return {
    email: shownAddress(email),
    ...(await listSupportRequests(services, { userId: id, before })),
    now: services.now(),
  }
}

type Sent = { sentAt: number }

export async function action(args: ActionFunctionArgs) {
  const { account, team } = await requireTeamContext(args)
  const { services, clientAddress } = args.context
  const typed = await readSubmittedValues(args.request, ['subject', 'message'])
  const form = await readForm(args.request, supportInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  const asking = { account, teamId: team?.scope.teamId ?? null, address: clientAddress }
  try {
    await requestSupport(services, asking, form.value)
    return data<Sent>({ sentAt: services.now().getTime() })
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function Support() {
  const { email, requests, isFirst, next, now } = useLoaderData<typeof loader>()
  return (
    <Screen
      title="Support"
      lead={`Ask us anything. We’ll answer here${email === '' ? '' : ` and email ${email}`}.`}
    >
      <div className="parts">
        <Panel>
          <ActionForm
            action="Send message"
            tone="primary"
            clears
            result={() => (
              <div className="mb-20">
                <Banner tone="success">Message sent. We’ll get back to you by email.</Banner>
              </div>
            )}
          >
            {(answer) => <SupportFields answer={answer} />}
          </ActionForm>
        </Panel>
        {(requests.length > 0 || !isFirst) && (
          <Panel>
            <h2 className="part-title">Your requests</h2>
            {requests.length === 0 ? (
              <p>No older requests.</p>
            ) : (
              <Requests requests={requests} now={now} />
            )}
            <Pagination
              of="requests"
              first={isFirst ? null : '/support'}
              next={next === null ? null : `/support?before=${next}`}
            />
          </Panel>
        )}
      </div>
    </Screen>
  )
}

const SupportFields = ({ answer }: { answer: FormResponse | undefined }) => (
  <>
    <TextInput name="subject" label="Subject" autoComplete="off" answer={answer} />
    <TextInput name="message" label="Message" lines={7} autoComplete="off" answer={answer} />
  </>
)

const Requests = ({ requests, now }: { requests: readonly SupportRequest[]; now: Date }) => (
  <ul className="rows">
    {requests.map(({ id, subject, state, isUnread, lastMessageAt }) => (
      <li key={id} className="rows__row">
        <p className="rows__words">
          <Link className="text-link" to={`/support/${String(id)}`}>
            {subject}
          </Link>{' '}
          {isUnread && <Badge tone="info">New answer</Badge>}
        </p>
        <p className="rows__detail">
          <RequestBadge state={state} /> <RelativeTime at={lastMessageAt} now={now} />
        </p>
      </li>
    ))}
  </ul>
)
