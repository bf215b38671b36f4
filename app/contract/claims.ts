/** A claim in the API: the sentence that a visitor read, and the data behind it. */
import { z } from 'zod'
import { activityAnswer } from './activities.ts'

export const claimAnswer = z.object({
  data: z.object({
    id: z.uuid(),
    nudge: z.uuid().describe('The nudge that made the claim.'),
    text: z
      .string()
      .describe(
        'What the visitor read, with # for a number that only the page knew at that moment.',
      ),
    rule: z.string().describe('What the claim rests on, in words.'),
    basis: z
      .enum(['activity', 'activities', 'presence', 'page', 'owner'])
      .describe(
        "One activity, a count of activities, signs of visitors, what the page's script told, or what the owner typed.",
      ),
    window_seconds: z
      .number()
      .int()
      .describe('How old what it rests on could be at most; 0 when it has no window.'),
    created_at: z.iso.datetime().describe('When it was first made.'),
    activity: activityAnswer
      .nullable()
      .describe('The one that it is about; null unless the basis is activity.'),
  }),
})
export type ClaimAnswer = z.infer<typeof claimAnswer>

/**
 * How long after its last use a claim is accepted from pages, which show a nudge for an hour at
 * most. Later events are refused, so that claims can be removed (sweep-claims.server.ts) without
 * searching the events.
 */
export const claimDays = 7
