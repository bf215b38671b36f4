import { Link } from '@remix-run/react'
import type { Announcement } from '#app/domain/announcements/announcement.ts'
import { inNewTab } from './new-tab-link.tsx'

/** What an announcement leads to: a screen, or another website. */
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
