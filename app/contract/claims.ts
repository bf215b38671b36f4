/** A claim in the API: the sentence that a visitor read, and the data behind it. */
import { z } from 'zod'
import { activityAnswer } from './activities.ts'

export const claimAnswer = z.object({
  data: z.object({
    id: z.uuid(),
    nudge: z.uuid().describe('The nudge that made the claim.'),
    text: z
      .string()
      .describe('Text shown to the visitor. # marks a number that was only known on the page.'),
    rule: z.string().describe('Plain-language rule behind the claim.'),
    basis: z
      .enum(['activity', 'activities', 'presence', 'page', 'owner'])
      .describe(
        'Basis of the claim: one activity, a count of activities, visitor presence, data from the page, or text entered by the owner.',
      ),
    window_seconds: z
      .number()
      .int()
      .describe('Maximum age of the underlying data in seconds. 0 if there is no time frame.'),
    created_at: z.iso.datetime().describe('When the claim was first compiled.'),
    activity: activityAnswer
      .nullable()
      .describe('The activity behind the claim. Null unless the basis is activity.'),
  }),
})
export type ClaimAnswer = z.infer<typeof claimAnswer>

/**
 * How long after its last use a claim is accepted from pages, which show a nudge for an hour at
 * most. Later events are refused, so that claims can be removed (sweep-claims.server.ts) without
 * searching the events.
 */
export const claimDays = 7
