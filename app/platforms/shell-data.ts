/** Data for the shell around the screens, from the layout's loader. */
import type { ImageSource } from '#app/domain/images/image-url.ts'
import type { TeamRole } from '#app/domain/scope.ts'
import type { Announcement } from '#app/domain/announcements/announcement.ts'

export type ShellData = {
  account: {
    id: number
    name: string
    email: string
    photo: ImageSource | null
    hasPassword: boolean
  }
  /** The person's organizations, oldest first. */
  teams: readonly {
    id: number
    name: string
    role: TeamRole
    logo: ImageSource | null
    isCurrent: boolean
  }[]
  /** Sites of the current organization that the person can see. */
  sites: readonly {
    uuid: string
    name: string
    host: string
    logo: ImageSource | null
    isCurrent: boolean
  }[]
  /** Whether to ask the person to join their shop to an account that they have. */
  offersJoin: boolean
  announcements: readonly Announcement[]
  /** The member of staff who impersonates the person. */
  impersonator: { id: number; name: string; endsAt: Date } | null
  now: Date
}
