/** A support conversation of a site’s owner, and a solved one. */
import type { Services } from '#app/services.ts'
import type { TestSite } from '#tests/support/makers.ts'
import { storeRequest } from '#tests/support/conversations/store-request.ts'
import { longName } from './seed-many.ts'

const words = [
  'Since this morning, the recent purchases are missing on my home page.\n\nNothing was changed there.',
  'The pixel was last seen two days ago. Is its snippet still in your theme?',
  'The theme was updated, and the snippet is missing. I added it again.',
] as const

/** @returns the id of the one that isn’t solved */
export async function storeConversation(
  services: Services,
  { owner, team }: TestSite,
  messages: number,
): Promise<string> {
  const { id: userId } = owner
  const { teamId } = team.scope
  const isLong = messages > words.length
  await storeRequest(services, { userId, teamId, subject: 'Change of the plan', state: 'solved' })
  const id = await storeRequest(services, {
    userId,
    teamId,
    subject: isLong ? longName('Missing nudge').slice(0, 150) : 'Nudges are missing',
    messages: Array.from({ length: messages }, (_, place) => ({
      author: place % 2 === 0 ? ('user' as const) : ('staff' as const),
      userId,
      body: isLong ? `${words[place % 3] ?? ''} ${'long'.repeat(60)}` : (words[place % 3] ?? ''),
    })),
  })
  return String(id)
}
