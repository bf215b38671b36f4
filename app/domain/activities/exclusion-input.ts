/** Schema of an exclusion as entered. */
import { z } from 'zod'
import { oneLine } from '#app/lib/one-line.ts'

const typed = z.string('Enter a value.').trim().min(1, 'Enter a value.')

const amount = typed
  .transform((text) => Number(text.replace(',', '.')))
  .pipe(
    z
      .number('Enter a number, for example 10 or 9.50.')
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
        .max(253, 'Use 253 characters or fewer.')
        .toLowerCase()
        .transform((text) => text.replace(/^.*@/, ''))
        .pipe(
          z
            .string()
            .regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/, 'Enter a domain, for example example.com.'),
        ),
    }),
    z.object({ field: z.literal('amount_below'), value: amount }),
    z.object({
      field: z.literal('product'),
      value: typed.max(200, 'Use 200 characters or fewer.').regex(oneLine, 'Remove line breaks.'),
    }),
    z.object({
      field: z.literal('country'),
      value: typed
        .regex(/^[A-Za-z]{2}$/, 'Enter a two-letter country code, for example DE.')
        .toUpperCase(),
    }),
  ],
  'Choose what to exclude by.',
)
