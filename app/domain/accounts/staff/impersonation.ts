/** Rules of impersonation that need no database. */
import { z } from 'zod'

/** An hour at most. */
export const impersonationMinutes = 60

export const impersonationInput = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('start'),
    user: z.coerce.number('Name the person by number.').int().positive(),
    reason: z
      .string()
      .trim()
      .min(5, 'Say why: it stays on record.')
      .max(500, 'Use at most 500 characters.'),
  }),
  z.object({ intent: z.literal('stop') }),
])
export type StartImpersonationInput = Extract<
  z.infer<typeof impersonationInput>,
  { intent: 'start' }
>
