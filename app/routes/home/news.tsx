import { Form, useRouteLoaderData } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { useState } from 'react'
import type { loader } from '#app/routes/layouts/default.tsx'
import { AnnouncementLink } from '#app/ui/announcement-link.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** The latest unread announcement. The bell lists all of them. */
export function News() {
  const frame = useRouteLoaderData<typeof loader>('routes/layouts/default')
  const unread = frame?.facts.announcements.filter(({ isUnread }) => isUnread) ?? []
  const [first] = unread
  // Stays until the screen is left, even when it has been read, so that nothing below it shifts.
  const [shown] = useState(first)
  if (!frame || !shown) return null
  const isRead = !unread.some(({ id }) => id === shown.id)
  const { body, action, createdAt, id } = shown

  return (
    <Panel>
      <section aria-labelledby="news-heading">
        <div className="home-head">
          <h2 id="news-heading" className="home-head__title">
            Announcements
          </h2>
          <p className="home-head__note">
            <RelativeTime at={createdAt} now={frame.facts.now} />
          </p>
        </div>
        <p className="news__body">{body}</p>
        <div className="news__acts">
          {action && <AnnouncementLink {...action} />}
          <Form method="post" action="/?index" preventScrollReset>
            <input type="hidden" name="intent" value="read" />
            <input type="hidden" name="newest" value={id} />
            <Button submit disabled={isRead}>
              {isRead ? 'Marked as read' : 'Mark as read'}
            </Button>
          </Form>
          {unread.length > 1 && (
            <p className="home-head__note">{unread.length - 1} more in announcements.</p>
          )}
        </div>
      </section>
    </Panel>
  )
}
