/** Schema of a custom message of the shop. */
import { z } from 'zod'
import { webAddress } from '#app/contract/activities.ts'
import { findUnprovableClaims } from '#app/domain/wording/unprovable-claims/unprovable-claims.ts'
import { maxMessage } from './message.ts'

const optionalAddress = z
  .string()
  .trim()
  .transform((text) => text || null)
  .pipe(webAddress.nullable())
  .optional()

export const messageInput = z.object({
  text: z
    .string('Write the message.')
    .trim()
    .min(1, 'Write the message.')
    .max(maxMessage, `Use at most ${String(maxMessage)} characters.`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Use one line of text.')
    .regex(/^[^{}]*$/, 'Leave braces out: a message is told as it stands.')
    .superRefine((text, context) => {
      for (const { sentence } of findUnprovableClaims({ text })) {
        context.addIssue({ code: 'custom', message: sentence })
      }
    }),
  url: optionalAddress,
  image: optionalAddress,
})
export type MessageInput = z.output<typeof messageInput>
