/** Rules of announcements by staff that need no database. Safe in the browser. */
import { z } from 'zod'
import { safeRedirectPath } from '#app/lib/security/redirects.ts'

/** How many of the newest ones are shown. */
export const shownAnnouncements = 8

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Enter a message.')
    .max(max, `Use ${String(max)} characters or fewer.`)

/** A path of ours, or a URL that is safe to open. */
const isLink = (address: string) =>
  safeRedirectPath(address, '') !== '' || (/^https?:\/\//i.test(address) && URL.canParse(address))

export const announcementInput = z
  .object({
    body: text(2_000),
    actionText: text(255).optional(),
    actionUrl: text(255)
      .refine(isLink, 'Use a URL like https://shop.com or a path like /goals.')
      .optional(),
  })
  .refine(({ actionText, actionUrl }) => (actionText === undefined) === (actionUrl === undefined), {
    path: ['actionText'],
    message: 'Enter both a link text and a URL, or leave both blank.',
  })
export type AnnouncementInput = z.infer<typeof announcementInput>

export type Announcement = {
  id: number
  body: string
  action: { text: string; url: string } | null
  createdAt: Date
  /** Newer than the last one that the person has seen. */
  isUnread: boolean
}
