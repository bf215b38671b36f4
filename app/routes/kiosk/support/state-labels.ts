/** Statuses of conversations, as staff read them. */
import type { SupportState } from '#app/domain/support/conversation.ts'

export const staffStateLabels: Readonly<Record<SupportState, string>> = {
  open: 'Open',
  waiting: 'Waiting for the user',
  solved: 'Solved',
}
