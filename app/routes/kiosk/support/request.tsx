/** A support conversation in the kiosk, with what staff need to answer it. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireKiosk, requireKioskAct } from '#app/auth/staff-guard.server.ts'
import { supportAnswer, supportStates } from '#app/domain/support/conversation.ts'
import { findRequestUser } from '#app/domain/support/messages.server.ts'
import { answerByStaff, changeRequest, markReadByStaff } from '#app/domain/support/staff.server.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { listStaff, readKioskConversation } from '#app/presenters/kiosk/support.server.ts'
import {
  Conversation,
  links as conversationLinks,
  useMarkRead,
} from '#app/ui/conversation/conversation.tsx'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatDate } from '#app/ui/format/format-time.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { refusedStaffForm, staffFormInput } from '../staff-form.server.ts'
import { RequestActs } from './request-acts.tsx'
import { RequestContext } from './request-context.tsx'
import { staffStateLabels } from './state-labels.ts'

export { headers } from '#app/platforms/headers.ts'
export { preserveForm as clientAction } from '#app/ui/forms/preserve-form.ts'
export { conversationLinks as links }
export const meta = screenTitle('Support request')

/** @throws Refusal `not_found` */
function requestIdOf({ params, request }: LoaderFunctionArgs): number {
  const id = numericId.safeParse(params['id'])
  if (id.success) return id.data
  throw pageNotFound(request)
}

export async function loader(args: LoaderFunctionArgs) {
  const { account } = await requireKiosk(args)
  const { services } = args.context
  const wanted = numericId.safeParse(new URL(args.request.url).searchParams.get('before'))
  const before = wanted.success ? wanted.data : null
  const requestId = requestIdOf(args)
  const request = await readKioskConversation(services, { requestId, before })
  if (!request) throw pageNotFound(args.request)
  return {
    request,
    staff: await listStaff(services),
    isAsker: request.person.id === account.id,
    isNewest: before === null,
    now: services.now(),
  }
}

const shared = {
  lastActId: staffFormInput.lastActId,
  lastMessageId: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
}

const input = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('answer'),
    message: supportAnswer,
    isSolved: z.literal('on').optional(),
    ...shared,
  }),
  z.object({
    intent: z.literal('change'),
    assignee: z.union([z.literal(''), numericId]),
    state: z.enum(supportStates),
    reason: staffFormInput.reason,
    ...shared,
  }),
  z.object({ intent: z.literal('read'), message: numericId }),
])

export async function action(args: ActionFunctionArgs) {
  const typed = await readSubmittedValues(args.request, [
    ...['message', 'isSolved', 'assignee', 'state', 'reason'],
  ])
  const { services } = args.context
  try {
    const { actor } = await requireKioskAct(args)
    const id = requestIdOf(args)
    const userId = await findRequestUser(services, id)
    if (userId === null) throw pageNotFound(args.request)
    const form = await readForm(args.request, input)
    if (!form.ok) return invalidFormResponse(form.errors, typed)
    const { value } = form
    if (value.intent === 'read') {
      await markReadByStaff(services, { requestId: id, messageId: value.message })
      return data({})
    }
    const { lastActId, lastMessageId } = value
    const act = { actor, request: { id, userId }, lastActId, lastMessageId }
    if (value.intent === 'answer') {
      const answer = { body: value.message, isSolved: value.isSolved === 'on' }
      await answerByStaff(services, act, answer)
      return data<Saved>({ saved: 'Answer sent' })
    }
    const { assignee, state, reason } = value
    const assigneeId = assignee === '' ? null : assignee
    await changeRequest(services, act, { assigneeId, state, reason })
    return data<Saved>({ saved: 'Request changed' })
  } catch (error) {
    return refusedStaffForm(error, typed)
  }
}

export default function KioskRequestScreen() {
  const { request, staff, isAsker, isNewest, now } = useLoaderData<typeof loader>()
  const { id, subject, state, assignee, createdAt, messages, earlier, isUnread } = request
  const path = `/kiosk/support/${String(id)}`
  useMarkRead(isNewest ? request.lastMessageId : undefined, isUnread)

  return (
    <Screen
      title={subject}
      lead={`${staffStateLabels[state]}, ${assignee ? `assigned to ${assignee.name}` : 'not assigned'}. Sent on ${formatDate(createdAt)}.`}
    >
      <div className="parts at-top kiosk-beside">
        <div className="parts">
          <Panel>
            <Conversation
              messages={messages}
              reader="staff"
              earlier={earlier === null ? null : `${path}?before=${String(earlier)}`}
              newest={isNewest ? null : path}
            />
          </Panel>
          {isAsker ? (
            <Panel>
              <p>You asked this. Someone else on staff has to answer.</p>
            </Panel>
          ) : (
            <RequestActs request={request} staff={staff} />
          )}
        </div>
        <RequestContext request={request} now={now} />
      </div>
    </Screen>
  )
}
