/** Rules of announcements by staff that need no database. Safe in the browser. */
import { z } from 'zod'
import { safeRedirectPath } from '#app/lib/security/redirects.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'

/** How many of the newest ones are shown. */
export const shownAnnouncements = 8

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Enter a message.')
    .max(max, `Use ${String(max)} characters or fewer.`)

/** A path of ours, or a URL that is safe to open. */
export const isLink = (address: string) =>
  safeRedirectPath(address, '') !== '' || parseWebAddress(address) !== null

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

/** Who sees an announcement, and since when. */
export type AnnouncementAudience = {
  /** Null: in all shells. */
  shell: AnnouncementShell | null
  /** Values of `teams.plan`. Null: on all plans. */
  plans: readonly string[] | null
  /** Null: from now on. */
  publishAt: Date | null
}
const announcementShells = ['standalone', 'shopify'] as const
export type AnnouncementShell = (typeof announcementShells)[number]

/** Null: a shell that no announcement can be for alone. */
export const readAnnouncementShell = (name: string): AnnouncementShell | null =>
  announcementShells.find((shell) => shell === name) ?? null

export const everyoneNow: AnnouncementAudience = { shell: null, plans: null, publishAt: null }

/** The person, and where they look. */
export type AnnouncementReader = {
  userId: number
  /** Null: one that only announcements for everyone are for. */
  shell: AnnouncementShell | null
  /** The current organization, by whose plan announcements are chosen. Null: there is none. */
  teamId: number | null
}

export type Announcement = {
  id: number
  body: string
  action: { text: string; url: string } | null
  /** When it was published. */
  createdAt: Date
  /** Newer than the last one that the person has seen. */
  isUnread: boolean
}
