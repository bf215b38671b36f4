/** Messages that were sent to a webhook in the last days, and its responses. */
import { eventLabels } from '#app/domain/webhooks/endpoint.ts'
import type { LoggedAttempt, LoggedMessage } from '#app/domain/webhooks/log.server.ts'
import { Details } from '#app/ui/details.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { usePolling } from '#app/ui/polling.ts'

type Shown = { now: Date; mayEdit: boolean; isPaused: boolean }

type MessageLogProps = Shown & {
  messages: readonly LoggedMessage[]
  next: number | null
  isFirst: boolean
  /** Path of the screen. */
  path: string
}

export function MessageLog({ messages, next, isFirst, path, ...shown }: MessageLogProps) {
  const { now, isPaused, mayEdit } = shown
  const isSending = messages.some(({ state, dueAt }) => state === 'waiting' && dueAt <= now)
  return (
    <Panel>
      <h2 className="part-title">Log</h2>
      {messages.length === 0 && isFirst ? (
        <Empty title="Nothing sent yet">
          {mayEdit && !isPaused
            ? 'Send a test to try it. Each event appears here with what the URL answered.'
            : 'Each event appears here with what the URL answered.'}
        </Empty>
      ) : (
        <p className="part-lead">
          Events of the last 7 days, newest first. Open one to see what was sent and answered.
        </p>
      )}
      {isSending && !isPaused && <Refresh />}
      <ul className="webhook-log plain-list">
        {messages.map((message) => (
          <li key={message.uuid}>
            <MessageEntry message={message} {...shown} />
          </li>
        ))}
      </ul>
      <Pagination
        of="the log"
        first={isFirst ? null : path}
        next={next === null ? null : `${path}?before=${String(next)}`}
      />
    </Panel>
  )
}

const refreshMillis = 2_000

/** While something is on its way. */
function Refresh() {
  usePolling(refreshMillis)
  return null
}

const badges = {
  waiting: <Badge tone="attention">Waiting</Badge>,
  delivered: <Badge tone="success">Delivered</Badge>,
  failed: <Badge tone="critical">Failed</Badge>,
}

function MessageEntry({ message, now, mayEdit, isPaused }: Shown & { message: LoggedMessage }) {
  const { uuid, id, type, state, happenedAt, dueAt, body, attempts } = message
  return (
    <Details
      isRow
      summary={
        <span className="webhook-log__head row min-w-0">
          {badges[state]}
          <span>{nameOf(type)}</span>
          <span className="muted break-anywhere">
            <RelativeTime at={happenedAt} now={now} />
            {attempts.length > 0 && ` · ${countOf(attempts)} · ${resultOf(attempts.at(-1))}`}
          </span>
        </span>
      }
    >
      <div className="webhook-log__body stack gap-12">
        {state === 'waiting' && dueAt > now && !isPaused && (
          <p>We try again on {formatDateTime(dueAt)}.</p>
        )}
        <p className="muted break-anywhere">ID {id}</p>
        <Code name="Request" text={readable(body)} />
        {attempts.map((attempt, index) => (
          <div key={index}>
            <p>
              Attempt {index + 1}, {formatDateTime(attempt.at)}: {resultOf(attempt)} after{' '}
              {attempt.millis} ms
            </p>
            {attempt.response !== '' && <Code name="Response" text={attempt.response} />}
          </div>
        ))}
        {mayEdit && !isPaused && (
          <ActionForm
            hidden={{ intent: 'resend', message: uuid }}
            action="Send again"
            actionLabel={`Send again: ${nameOf(type)}, ${formatDateTime(happenedAt)}`}
            className=""
          />
        )}
      </div>
    </Details>
  )
}

const Code = ({ name, text }: { name: string; text: string }) => (
  <figure className="m-0">
    <figcaption className="medium">{name}</figcaption>
    <pre className="copy-code copy-code__text">
      <code>{text}</code>
    </pre>
  </figure>
)

const names: Readonly<Record<string, { name: string }>> = eventLabels

const nameOf = (type: string): string => names[type]?.name ?? 'Test'

const countOf = ({ length }: readonly LoggedAttempt[]) =>
  length === 1 ? '1 attempt' : `${String(length)} attempts`

const faults: Record<Exclude<LoggedAttempt['fault'], null>, string> = {
  address: 'URL isn’t on a public server',
  connection: 'couldn’t connect',
  redirects: 'URL redirects elsewhere',
  answer: 'answer couldn’t be read',
  size: 'answer was too large',
  time: 'no answer within 15 seconds',
}

const resultOf = (attempt: LoggedAttempt | undefined): string =>
  attempt?.fault != null ? faults[attempt.fault] : `status ${String(attempt?.status ?? 0)}`

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
