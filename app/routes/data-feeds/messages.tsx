/** The shop's custom messages. Kept apart from activities, and labeled as such. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge } from '@shopify/polaris'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { messageInput } from '#app/domain/messages/message-input.ts'
import { maxMessage, messageLabel } from '#app/domain/messages/message.ts'
import {
  addMessage,
  deleteMessage,
  listMessages,
  setMessageShown,
  type Message,
} from '#app/domain/messages/messages.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { DataFeedsLayout } from './data-feeds-layout.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './data-feeds-layout.tsx'
export const meta = () => [{ title: `Messages – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const { services } = args.context
  const messages = await listMessages(services, scope)
  return { messages, now: services.now(), mayChange: mayDo(team.role, 'site:edit') }
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
  return data<Saved>({ saved: isShown ? 'Message shown' : 'Message hidden' })
}

export default function Messages() {
  const { messages, now, mayChange } = useLoaderData<typeof loader>()
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
            For example: “We answer every question within a day.”
          </Empty>
        ) : (
          <MessageTable messages={messages} now={now} mayChange={mayChange} />
        )}
      </Panel>
      {mayChange && <NewMessage />}
    </DataFeedsLayout>
  )
}

type MessageTableProps = { messages: readonly Message[]; now: Date; mayChange: boolean }

const MessageTable = ({ messages, now, mayChange }: MessageTableProps) => (
  <Table
    caption="Messages, newest first"
    columns={[
      { label: 'Message' },
      { label: 'Status' },
      { label: 'Link' },
      { label: 'Added' },
      ...(mayChange ? [{ label: 'Actions', isSilent: true }] : []),
    ]}
  >
    {messages.map(({ uuid, text, url, isShown, createdAt }) => (
      <Row key={uuid}>
        <RowHead>
          <span dir="auto">{text}</span> <span className="feed__why">{messageLabel}</span>
        </RowHead>
        <Cell label="Status">
          {isShown ? <Badge tone="success">Shown</Badge> : <Badge>Hidden</Badge>}
        </Cell>
        <Cell label="Link">{url ?? '–'}</Cell>
        <Cell label="Added">
          <RelativeTime at={createdAt} now={now} />
        </Cell>
        {mayChange && (
          <Cell label="">
            <div className="feed-acts">
              <ActionForm
                action={isShown ? 'Hide' : 'Show'}
                actionLabel={`${isShown ? 'Hide' : 'Show'}: ${text}`}
                className="feed-act"
                hidden={{ intent: isShown ? 'hide' : 'show', uuid }}
              />
              <ActionForm
                action="Delete"
                actionLabel={`Delete: ${text}`}
                className="feed-act"
                hidden={{ intent: 'delete', uuid }}
              />
            </div>
          </Cell>
        )}
      </Row>
    ))}
  </Table>
)

const NewMessage = () => (
  <Panel>
    <h2 className="part-title">Add a message</h2>
    <p className="part-lead">
      Messages can’t include numbers of people, sales or stock, or claim that someone bought
      something. Other nudges show those from real data.
    </p>
    <ActionForm
      action="Add message"
      className="feed-form"
      hidden={{ intent: 'add' }}
      tone="primary"
      clears
    >
      {(answer) => (
        <>
          <TextInput
            name="text"
            label="Message"
            autoComplete="off"
            helpText={`Up to ${String(maxMessage)} characters, shown exactly as written.`}
            answer={answer}
          />
          <TextInput
            name="url"
            type="url"
            label="Link"
            autoComplete="off"
            helpText="Optional. Must start with https://."
            answer={answer}
          />
          <TextInput
            name="image"
            type="url"
            label="Image URL"
            autoComplete="off"
            helpText="Optional. Must start with https://."
            answer={answer}
          />
        </>
      )}
    </ActionForm>
  </Panel>
)
