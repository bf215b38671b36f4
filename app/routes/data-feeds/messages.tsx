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
import type { Saved } from '#app/ui/forms/form-fetcher.tsx'
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
    return data<Saved>({ saved: 'The message is kept.' })
  }

  const form = await readForm(args.request, changeInput)
  if (!form.ok) return invalidFormResponse(form.errors)
  const { intent, uuid } = form.value
  if (intent === 'delete') {
    await deleteMessage(services, scope, uuid)
    return data<Saved>({ saved: 'The message is deleted.' })
  }
  const isShown = intent === 'show'
  await setMessageShown(services, scope, { uuid, isShown })
  return data<Saved>({ saved: isShown ? 'Nudges may tell it.' : 'The message is hidden.' })
}

export default function Messages() {
  const { messages, now, mayChange } = useLoaderData<typeof loader>()
  return (
    <DataFeedsLayout>
      <Panel>
        <h2 className="part-title">Messages</h2>
        <p className="part-lead">
          What you write yourself. It is told as a message of your shop by nudges of the type “Own
          message” that ask for it, and never counts as a purchase, a sign-up or a review.
        </p>
        {messages.length === 0 ? (
          <Empty title="No messages yet">
            Such as: “We answer every question within a day.” Say what you stand for yourself.
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
      { label: 'State' },
      { label: 'Leads to' },
      { label: 'Written' },
      ...(mayChange ? [{ label: 'Acts', isSilent: true }] : []),
    ]}
  >
    {messages.map(({ uuid, text, url, isShown, createdAt }) => (
      <Row key={uuid}>
        <RowHead>
          <span dir="auto">{text}</span> <span className="feed__why">{messageLabel}</span>
        </RowHead>
        <Cell label="State">
          {isShown ? <Badge tone="success">Shown</Badge> : <Badge>Hidden</Badge>}
        </Cell>
        <Cell label="Leads to">{url ?? '–'}</Cell>
        <Cell label="Written">
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
    <h2 className="part-title">Write a message</h2>
    <p className="part-lead">
      Numbers of people, sales and stock, and persons who bought something are refused: other nudges
      tell them from facts.
    </p>
    <ActionForm
      action="Add the message"
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
            helpText={`At most ${String(maxMessage)} characters, told as they stand.`}
            answer={answer}
          />
          <TextInput
            name="url"
            type="url"
            label="Leads to"
            autoComplete="off"
            helpText="Begins with https://. Empty: nowhere."
            answer={answer}
          />
          <TextInput
            name="image"
            type="url"
            label="Address of a picture"
            autoComplete="off"
            helpText="Begins with https://. Empty: none."
            answer={answer}
          />
        </>
      )}
    </ActionForm>
  </Panel>
)
