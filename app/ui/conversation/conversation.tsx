/** Messages of a support conversation, as either side reads them. */
import type { LinksFunction } from '@remix-run/node'
import { Link, useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { SupportAuthor, SupportMessage } from '#app/domain/support/conversation.ts'
import { productName } from '#app/lib/product.ts'
import { formatDateTime } from '../format/format-time.ts'
import css from './conversation.css?url'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: css }]

type ConversationProps = {
  messages: readonly SupportMessage[]
  /** The side that reads. */
  reader: SupportAuthor
  /** Link to the page of earlier messages; null when there are none. */
  earlier: string | null
  /** Link to the newest messages; null when they are shown. */
  newest: string | null
}

export const Conversation = ({ messages, reader, earlier, newest }: ConversationProps) => (
  <>
    {earlier !== null && (
      <p>
        <Link className="text-link" to={earlier}>
          Earlier messages
        </Link>
      </p>
    )}
    <ol className="conversation plain-list stack gap-12" aria-label="Messages">
      {messages.map((message) => (
        <li
          key={message.id}
          className={`box min-w-0 break-anywhere${message.author === reader ? ' conversation__own' : ''}`}
        >
          <p>
            <strong>{authorOf(message, reader)}</strong>
            {', '}
            <time dateTime={message.at.toISOString()}>{formatDateTime(message.at)}</time>
          </p>
          <p className="own-lines mt-4 prose">{message.body}</p>
        </li>
      ))}
    </ol>
    {newest !== null && (
      <p>
        <Link className="text-link" to={newest}>
          Newest messages
        </Link>
      </p>
    )}
  </>
)

/** People see staff as one, and staff each other by name. */
function authorOf({ author, name }: SupportMessage, reader: SupportAuthor): string {
  if (reader === 'staff') return name ?? 'A deleted account'
  return author === 'user' ? 'You' : `${productName} support`
}

/**
 * Marks the conversation as read once its newest messages are on the screen. The loader doesn’t, because
 * screens are also loaded before anyone sees them.
 *
 * @param messageId the newest message; undefined: it isn’t on the screen
 */
export function useMarkRead(messageId: number | undefined, isUnread: boolean): void {
  const { submit } = useFetcher()
  const sent = useRef<number>(undefined)

  useEffect(() => {
    if (!isUnread || messageId === undefined || sent.current === messageId) return
    sent.current = messageId
    submit({ intent: 'read', message: String(messageId) }, { method: 'post' })
  }, [isUnread, messageId, submit])
}
