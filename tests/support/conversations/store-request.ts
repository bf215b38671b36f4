/** Support conversations, stored directly. */
import { supportMessages, supportRequests } from '#app/db/schema/index.ts'
import type { SupportAuthor, SupportState } from '#app/domain/support/conversation.ts'
import type { Services } from '#app/services.ts'

type Wanted = {
  userId: number
  teamId?: number
  subject?: string
  state?: SupportState
  assigneeId?: number
  /** Oldest first; by default one of the person. */
  messages?: readonly { author: SupportAuthor; userId: number; body: string }[]
}

/** @returns its id */
export async function storeRequest(
  { db, now }: Services,
  { userId, teamId, subject = 'Where is my nudge?', state = 'open', ...wanted }: Wanted,
): Promise<number> {
  const at = now()
  const [row] = await db.system
    .insert(supportRequests)
    .values({
      userId,
      teamId: teamId ?? null,
      subject,
      state,
      createdAt: at,
      lastMessageAt: at,
      assigneeId: wanted.assigneeId ?? null,
    })
    .returning({ id: supportRequests.id })
  if (!row) throw new Error('The request was not stored.')
  const first = { author: 'user' as const, userId, body: 'It was here yesterday.' }
  const written = (wanted.messages ?? [first]).map((message) => ({
    ...message,
    requestId: row.id,
    createdAt: at,
  }))
  await db.system.insert(supportMessages).values(written)
  return row.id
}
