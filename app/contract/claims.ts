/** What the API says about a claim: the sentence that a visitor read, and what it rests on. */
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
 * For so many days after a claim was last told its pages may name it: a pixel tells nothing for longer
 * than an hour. What is later is refused, so that a claim can be removed (sweep-claims.server.ts)
 * without a look at the events that name it.
 */
export const claimDays = 7
