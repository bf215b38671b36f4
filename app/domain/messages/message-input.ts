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
    .string('Enter a message.')
    .trim()
    .min(1, 'Enter a message.')
    .max(maxMessage, `Use ${String(maxMessage)} characters or fewer.`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Remove line breaks.')
    .regex(/^[^{}]*$/, 'Remove the braces. Messages are shown exactly as written.')
    .superRefine((text, context) => {
      for (const { sentence } of findUnprovableClaims({ text })) {
        context.addIssue({ code: 'custom', message: sentence })
      }
    }),
  url: optionalAddress,
  image: optionalAddress,
})
export type MessageInput = z.output<typeof messageInput>
