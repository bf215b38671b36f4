/** A support request with its answers. Its address is in the emails with our answers. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireAccount } from '#app/auth/guards.server.ts'
import { supportAnswer } from '#app/domain/support/conversation.ts'
import { listMessages } from '#app/domain/support/messages.server.ts'
import {
  answerSupport,
  findSupportRequest,
  markSupportRead,
  type SupportRequest,
} from '#app/domain/support/support.server.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import {
  invalidFormResponse,
  readSubmittedValues,
  refusedFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import {
  Conversation,
  links as conversationLinks,
  useMarkRead,
} from '#app/ui/conversation/conversation.tsx'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatDate } from '#app/ui/format/format-time.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { links as screenLinks } from '#app/ui/site-screens.ts'
import { RequestBadge } from './request-badge.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const links = () => [...screenLinks(), ...conversationLinks()]
export const meta = screenTitle('Support request')

/** @throws Refusal `not_found`, also for a request of someone else */
async function requireRequest(
  { params, request, context: { services } }: LoaderFunctionArgs,
  userId: number,
): Promise<SupportRequest> {
  const id = numericId.safeParse(params['id'])
  const found = id.success
    ? await findSupportRequest(services, { userId, requestId: id.data })
    : null
  if (found) return found
  throw pageNotFound(request)
}

export async function loader(args: LoaderFunctionArgs) {
  const { id: userId } = await requireAccount(args)
  const request = await requireRequest(args, userId)
  const wanted = numericId.safeParse(new URL(args.request.url).searchParams.get('before'))
  const before = wanted.success ? wanted.data : null
  const { services } = args.context
  const { messages, earlier } = await listMessages(services, { requestId: request.id, before })
  // People see staff as one, so no name of theirs gets into the page.
  const unnamed = messages.map((message) => ({ ...message, name: null }))
  return { request, messages: unnamed, earlier, isNewest: before === null }
}

const input = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('answer'), message: supportAnswer }),
  z.object({ intent: z.literal('read'), message: numericId }),
])

export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args)
  const { id: requestId } = await requireRequest(args, account.id)
  const { services, clientAddress: address } = args.context
  const typed = await readSubmittedValues(args.request, ['message'])
  const form = await readForm(args.request, input)
  if (!form.ok) return invalidFormResponse(form.errors, typed)
  if (form.value.intent === 'read') {
    // During impersonation, the person hasn't seen anything.
    const read = { userId: account.id, requestId, messageId: form.value.message }
    if (!account.impersonator) await markSupportRead(services, read)
    return data({})
  }

  try {
    await answerSupport(services, { account, address }, { requestId, body: form.value.message })
    return data<Saved>({ saved: 'Answer sent' })
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function SupportConversation() {
  const { request, messages, earlier, isNewest } = useLoaderData<typeof loader>()
  const { id, subject, state, createdAt, isUnread } = request
  const path = `/support/${String(id)}`
  useMarkRead(isNewest ? messages.at(-1)?.id : undefined, isUnread)

  return (
    <Screen
      title={subject}
      lead={
        <>
          <RequestBadge state={state} /> Sent on {formatDate(createdAt)}
        </>
      }
    >
      <div className="parts">
        <Panel>
          <Conversation
            messages={messages}
            reader="user"
            earlier={earlier === null ? null : `${path}?before=${String(earlier)}`}
            newest={isNewest ? null : path}
          />
        </Panel>
        <Panel>
          <h2 className="part-title">Answer</h2>
          {state === 'solved' && (
            <p className="part-lead">This request is solved. An answer opens it again.</p>
          )}
          <ActionForm hidden={{ intent: 'answer' }} action="Send answer" tone="primary" clears>
            {(answer) => (
              <TextInput
                name="message"
                label="Message"
                lines={5}
                autoComplete="off"
                answer={answer}
              />
            )}
          </ActionForm>
        </Panel>
        <p>
          <Link className="text-link" to="/support">
            All requests
          </Link>
        </p>
      </div>
    </Screen>
  )
}
