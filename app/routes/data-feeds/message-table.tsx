/** The shop's messages, each with a menu for people who can edit them. */
import { messageLabel } from '#app/domain/messages/message.ts'
import type { Message } from '#app/domain/messages/messages.server.ts'
import { ConfirmSubmit } from '#app/ui/forms/confirm-form.tsx'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Menu, MenuAct } from '#app/ui/menu.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

type MessageTableProps = { messages: readonly Message[]; now: Date; mayChange: boolean }

export const MessageTable = ({ messages, now, mayChange }: MessageTableProps) => (
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
    {messages.map((message) => (
      <Row key={message.uuid}>
        <RowHead>
          <span dir="auto">{message.text}</span>
          <span className="table__below muted">{messageLabel}</span>
        </RowHead>
        <Cell label="Status">
          {message.isShown ? <Badge tone="success">Shown</Badge> : <Badge>Hidden</Badge>}
        </Cell>
        <Cell label="Link">{message.url ?? '–'}</Cell>
        <Cell label="Added">
          <RelativeTime at={message.createdAt} now={now} />
        </Cell>
        {mayChange && (
          <Cell label="" place="end">
            <MessageMenu message={message} />
          </Cell>
        )}
      </Row>
    ))}
  </Table>
)

function MessageMenu({ message: { uuid, text, isShown } }: { message: Message }) {
  const { Form, ref, answer, isBusy } = useFormFetcher(undefined, { uuid })
  return (
    <Form ref={ref} method="post">
      <FormMessage answer={answer} />
      <input type="hidden" name="uuid" value={uuid} />
      <Menu label={`Actions for ${text}`} isBrief>
        <MenuAct
          name="intent"
          value={isShown ? 'hide' : 'show'}
          aria-label={`${isShown ? 'Hide' : 'Show'}: ${text}`}
        >
          {isShown ? 'Hide' : 'Show'}
        </MenuAct>
        <ConfirmSubmit
          as={MenuAct}
          name="intent"
          value="delete"
          action="Delete"
          actionLabel={`Delete: ${text}`}
          title="Delete this message?"
          confirm="Delete message"
          isDisabled={isBusy}
        >
          <p>Nudges stop showing “{text}”. To keep it for later, hide it instead.</p>
        </ConfirmSubmit>
      </Menu>
    </Form>
  )
}
