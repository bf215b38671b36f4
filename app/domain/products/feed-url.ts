/** Schema of a feed's URL. */
import { z } from 'zod'

export const feedInput = z.object({
  url: z
    .string('Enter an address.')
    .trim()
    .max(2048, 'Use at most 2048 characters.')
    .pipe(
      z.url({
        protocol: /^https?$/,
        error: 'Enter an address that begins with https:// or http://.',
      }),
    )
    .refine((text) => URL.canParse(text) && new URL(text).username === '', {
      error: 'Leave name and password out of the address.',
    }),
})
