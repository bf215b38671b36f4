import type { Announcement } from '#app/domain/announcements/announcement.ts'
import { AnnouncementLink } from '#app/ui/announcement-link.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'

type AnnouncementTextProps = Pick<Announcement, 'body' | 'action' | 'createdAt'> & { now: Date }

/** One announcement in the bell, which the kiosk shows before it is published. */
export const AnnouncementText = ({ body, action, createdAt, now }: AnnouncementTextProps) => (
  <>
    <p className="shell-bell__when">
      <RelativeTime at={createdAt} now={now} />
    </p>
    <p className="shell-bell__body">{body}</p>
    {action && <AnnouncementLink {...action} />}
  </>
)
