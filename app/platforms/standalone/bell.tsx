/** News by staff. Opening it marks the news as read. */
import { NotificationIcon } from '@shopify/polaris-icons'
import { useState } from 'react'
import { Disclosure } from './disclosure.tsx'
import { AnnouncementText } from '#app/ui/links/announcement-link.tsx'
import { useApi } from '#app/browser/session.tsx'
import type { ShellData } from '#app/platforms/shell-data.ts'

export function Bell({ announcements, now }: Pick<ShellData, 'announcements' | 'now'>) {
  const api = useApi()
  const [seenId, setSeenId] = useState(0)
  const unread = announcements.filter(({ id, isUnread }) => isUnread && id > seenId).length
  const newestId = announcements[0]?.id

  const markRead = () => {
    if (unread === 0 || newestId === undefined) return
    setSeenId(newestId)
    const body = new FormData()
    body.set('newest', String(newestId))
    // If this fails, the mark is back on the next page. Nothing is lost.
    api.send('PUT', 'announcements/read', { body, isQuiet: true }).catch(() => undefined)
  }

  return (
    <Disclosure
      className="shell-bell"
      label="Announcements"
      spokenLabel={unread > 0 ? `Announcements, ${String(unread)} unread` : 'Announcements'}
      onOpen={markRead}
      button={
        <>
          <NotificationIcon aria-hidden />
          {unread > 0 && <span className="shell-bell__mark" aria-hidden />}
        </>
      }
    >
      <h2 className="strong mb-12">Announcements</h2>
      {announcements.length === 0 && <p className="muted">You’re all caught up.</p>}
      <ul className="plain-list stack gap-16">
        {announcements.map(({ id, body, action, createdAt }) => (
          <li key={id}>
            <AnnouncementText {...{ body, action, createdAt, now }} />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
