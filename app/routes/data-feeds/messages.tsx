/** The shop's custom messages. Kept apart from activities, and labeled as such. */
import {
  data,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { messageInput } from '#app/domain/messages/message-input.ts'
import {
  addMessage,
  deleteMessage,
  listMessages,
  setMessageShown,
} from '#app/domain/messages/messages.server.ts'
import { compileMessagePicture } from '#app/presenters/message-picture.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import type { Saved, Undo } from '#app/ui/forms/form-fetcher.ts'
import thumbnailCss from '#app/ui/nudge-preview/thumbnail.css?url'
import { Panel } from '#app/ui/panel.tsx'
import { DataFeedsLayout, links as feedLinks } from './data-feeds-layout.tsx'
import { MessageTable } from './message-table.tsx'
import { NewMessage } from './new-message.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const links: LinksFunction = () => [
  ...feedLinks(),
  { rel: 'stylesheet', href: thumbnailCss },
]
export const meta = siteTitle('Messages')

/** Drawn until another message is typed. */
const sample = 'We answer every question within a day.'

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const { services } = args.context
  const mayChange = mayDo(team.role, 'site:edit')
  return {
    messages: await listMessages(services, scope),
    picture: mayChange ? await compileMessagePicture(services, scope, sample) : null,
    now: services.now(),
    mayChange,
  }
}

const changeInput = z.object({
  intent: z.enum(['show', 'hide', 'delete'], 'Choose what to do.'),
  uuid: z.uuid(),
})

export async function action(args: ActionFunctionArgs) {
  const { scope, team, account } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['intent', 'text', 'url', 'image'])
  if (typed['intent'] === 'add') {
    const form = await readForm(args.request, messageInput)
    if (!form.ok) return invalidFormResponse(form.errors, typed)
    try {
      await addMessage(services, scope, { userId: account.id, input: form.value })
    } catch (error) {
      return refusedFormResponse(error, typed)
    }
    return data<Saved>({ saved: 'Message added' })
  }

  const form = await readForm(args.request, changeInput)
  if (!form.ok) return invalidFormResponse(form.errors)
  const { intent, uuid } = form.value
  if (intent === 'delete') {
    await deleteMessage(services, scope, uuid)
    return data<Saved>({ saved: 'Message deleted' })
  }
  const isShown = intent === 'show'
  await setMessageShown(services, scope, { uuid, isShown })
  const undo: Undo = {
    to: '/data-feeds/messages',
    fields: [
      ['intent', isShown ? 'hide' : 'show'],
      ['uuid', uuid],
    ],
  }
  return data<Saved>({ saved: isShown ? 'Message shown' : 'Message hidden', undo })
}

export default function Messages() {
  const { messages, picture, now, mayChange } = useLoaderData<typeof loader>()
  return (
    <DataFeedsLayout>
      <Panel>
        <h2 className="part-title">Messages</h2>
        <p className="part-lead">
          Your own messages for Custom message nudges. Visitors see that they come from your shop.
          They never count as purchases, sign-ups or reviews.
        </p>
        {messages.length === 0 ? (
          <Empty kind="nudge" title="No messages yet">
            For example: “{sample}”
          </Empty>
        ) : (
          <MessageTable messages={messages} now={now} mayChange={mayChange} />
        )}
      </Panel>
      {mayChange && <NewMessage picture={picture} />}
    </DataFeedsLayout>
  )
}
