/** Messages of API responses about activities. */
import type { ConflictReason } from '#app/domain/activities/correct-activities.server.ts'

/** Why other data isn't stored under an id, and what to do. */
export type ConflictMessages = Readonly<Record<ConflictReason, string>>

const messagesAbout = (one: string, many: string): ConflictMessages => ({
  shown: `Nudges have already shown the ${one} with this id, so it can’t be corrected. Delete it and send it again, or resend it with another state.`,
  old: `We no longer know whether nudges have shown the ${one} with this id, so it can’t be corrected. Delete it and send it again, or resend it with another state.`,
  elsewhere: `This id belongs to a ${one} from another source, for example an import or an integration. Use a new id, or delete that ${one} and send it again.`,
  twice: `The request has two ${many} with this id and different data. We used the first one.`,
})

export const activityConflicts = messagesAbout('activity', 'activities')
export const reviewConflicts = messagesAbout('review', 'reviews')
