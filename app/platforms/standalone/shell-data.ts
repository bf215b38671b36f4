/** What the frame around the screens shows; the layout's loader gathers it. */
import type { ImageSource } from '#app/domain/images/image-url.ts'
import type { TeamRole } from '#app/domain/scope.ts'
import type { Announcement } from '#app/domain/announcements/announcement.ts'

export type ShellData = {
  account: { name: string; email: string; photo: ImageSource | null }
  /** The organizations of the person, oldest first. */
  teams: readonly { id: number; name: string; role: TeamRole; isCurrent: boolean }[]
  /** Those of the current organization that the person may see. */
  sites: readonly { uuid: string; name: string; host: string; isCurrent: boolean }[]
  announcements: readonly Announcement[]
  /** The member of staff who stands in for the person. */
  impersonator: { id: number; name: string; endsAt: Date } | null
  now: Date
}
