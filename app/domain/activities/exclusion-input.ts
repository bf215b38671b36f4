/** Schema of an exclusion as entered. */
import { z } from 'zod'

const oneLine = /^[^\p{Cc}\p{Cs}]*$/u
const typed = z.string('Enter a value.').trim().min(1, 'Enter a value.')

const amount = typed
  .transform((text) => Number(text.replace(',', '.')))
  .pipe(
    z
      .number('Enter a number, like 10 or 9.50.')
      .min(0.01, 'Enter an amount of at least 0.01.')
      .max(1_000_000_000, 'Enter an amount of at most 1000000000.'),
  )
  .transform((value) => String(Math.round(value * 100) / 100))

export const exclusionInput = z.discriminatedUnion(
  'field',
  [
    z.object({
      field: z.literal('email_domain'),
      value: typed
        .max(253, 'Use at most 253 characters.')
        .toLowerCase()
        .transform((text) => text.replace(/^.*@/, ''))
        .pipe(
          z.string().regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/, 'Enter a domain, like example.com.'),
        ),
    }),
    z.object({ field: z.literal('amount_below'), value: amount }),
    z.object({
      field: z.literal('product'),
      value: typed.max(200, 'Use at most 200 characters.').regex(oneLine, 'Use one line of text.'),
    }),
    z.object({
      field: z.literal('country'),
      value: typed
        .regex(/^[A-Za-z]{2}$/, 'Enter a country code of two letters, like DE.')
        .toUpperCase(),
    }),
  ],
  'Choose what the rule looks at.',
)
