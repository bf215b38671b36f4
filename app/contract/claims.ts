/** What the API says about a claim: the sentence that a visitor read, and the fact behind it. */
import { z } from 'zod'
import { activityAnswer } from './activities.ts'

export const claimAnswer = z.object({
  data: z.object({
    id: z.uuid(),
    nudge: z.uuid().describe('The nudge that made the claim.'),
    text: z.string().describe('What the visitor read.'),
    rule: z.string().describe('What the claim rests on, in words.'),
    window_seconds: z.number().int().describe('How old the activity could be at most.'),
    created_at: z.iso.datetime().describe('When it was first made.'),
    activity: activityAnswer,
  }),
})
export type ClaimAnswer = z.infer<typeof claimAnswer>
