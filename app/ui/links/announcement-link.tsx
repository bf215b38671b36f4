import { Link } from '@remix-run/react'
import type { Announcement } from '#app/domain/announcements/announcement.ts'
import { RelativeTime } from '../format/relative-time.tsx'
import { inNewTab } from './new-tab-link.tsx'

/** Link of an announcement: to a screen, or to another website. */
export function AnnouncementLink({ text, url }: NonNullable<Announcement['action']>) {
  const isLocal = url.startsWith('/')
  if (isLocal)
    return (
      <Link to={url} className="text-link">
        {text}
      </Link>
    )
  return (
    <a href={url} className="text-link" {...inNewTab}>
      {text}
    </a>
  )
}

type AnnouncementTextProps = Pick<Announcement, 'body' | 'action' | 'createdAt'> & { now: Date }

/** One announcement in the bell, which the kiosk shows before it is published. */
export const AnnouncementText = ({ body, action, createdAt, now }: AnnouncementTextProps) => (
  <>
    <p className="muted small">
      <RelativeTime at={createdAt} now={now} />
    </p>
    <p className="own-lines prose break-anywhere">{body}</p>
    {action && <AnnouncementLink {...action} />}
  </>
)
