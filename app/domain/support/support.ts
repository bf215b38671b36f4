/** Rules of support requests that need no database. Safe in the browser. */
import { z } from 'zod'

export const supportInput = z.object({
  subject: z
    .string()
    .trim()
    .min(1, 'Say in a few words what it is about.')
    .max(150, 'Use at most 150 characters.'),
  message: z
    .string()
    .trim()
    .min(10, 'Tell us a little more.')
    .max(5_000, 'Use at most 5,000 characters.'),
})
export type SupportInput = z.infer<typeof supportInput>
