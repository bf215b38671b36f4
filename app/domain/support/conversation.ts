/** Support requests: conversations of a person with staff. Safe in the browser. */
import { z } from 'zod'

export const supportStates = ['open', 'waiting', 'solved'] as const

/** `open` waits for staff, `waiting` for the person. A message by the person opens it again. */
export type SupportState = (typeof supportStates)[number]

/** Who wrote a message. */
export type SupportAuthor = 'user' | 'staff'

/** As the person reads it. */
export const supportStateLabels: Readonly<Record<SupportState, string>> = {
  open: 'Waiting for us',
  waiting: 'Waiting for you',
  solved: 'Solved',
}

const messageText = z.string().trim().max(5_000, 'Use 5,000 characters or fewer.')

export const supportInput = z.object({
  subject: z.string().trim().min(1, 'Enter a subject.').max(150, 'Use 150 characters or fewer.'),
  message: messageText.min(10, 'Enter a message of at least 10 characters.'),
})
export type SupportInput = z.infer<typeof supportInput>

/** An answer within a conversation. */
export const supportAnswer = messageText.min(1, 'Enter a message.')

export type SupportMessage = {
  id: number
  author: SupportAuthor
  /** Who wrote it. Null: the account no longer exists. */
  name: string | null
  body: string
  at: Date
}
