import { Form, useRouteLoaderData } from '@remix-run/react'
import { useState } from 'react'
import type { loader } from '#app/routes/layouts/default.tsx'
import { AnnouncementLink } from '#app/ui/links/announcement-link.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** The latest unread announcement. The bell lists all of them. */
export function News() {
  const frame = useRouteLoaderData<typeof loader>('routes/layouts/default')
  const unread = frame?.facts.announcements.filter(({ isUnread }) => isUnread) ?? []
  const [first] = unread
  // Stays until the screen is left, even when it has been read. Otherwise the content below would
  // shift.
  const [shown] = useState(first)
  if (!frame || !shown) return null
  const isRead = !unread.some(({ id }) => id === shown.id)
  const { body, action, createdAt, id } = shown

  return (
    <Panel>
      <section className="row between gap-16" aria-label="Announcements">
        <div>
          <p className="prose break-anywhere news__body">{body}</p>
          <p className="muted small">
            <RelativeTime at={createdAt} now={frame.facts.now} />
            {unread.length > 1 && ` · ${String(unread.length - 1)} more in announcements`}
          </p>
        </div>
        <div className="row gap-12">
          {action && <AnnouncementLink {...action} />}
          <Form method="post" action="/?index" preventScrollReset>
            <input type="hidden" name="intent" value="read" />
            <input type="hidden" name="newest" value={id} />
            <Button submit disabled={isRead}>
              {isRead ? 'Marked as read' : 'Mark as read'}
            </Button>
          </Form>
        </div>
      </section>
    </Panel>
  )
}
