/** The steps that change a value on its way from a delivery into a field. There are no others. */
import { z } from 'zod'
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import { dateFormats } from './dates.ts'
import { dataPath } from './pointer.ts'

const plainSteps = [
  'trim',
  'lower',
  'upper',
  'title_case',
  'first_word',
  'last_word',
  'initial',
  'strip_html',
  'decimal',
  'minor_units',
  'integer',
  'country_iso2',
  'https_url',
] as const

const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const shortText = z.string('Enter text.').max(100, 'Use 100 characters or fewer.')

export const step = z.union([
  z.enum(plainSteps),
  /** To 1 to 5 stars, from a scale that ends at `max`. */
  z.strictObject({ rating: z.strictObject({ max: z.number().int().min(2).max(100) }) }),
  z.strictObject({
    date: z.enum(dateFormats),
    /** IANA name: of times that don't name their own. Absent: UTC. */
    zone: z.string().max(60).refine(isTimeZone, 'Choose a time zone.').optional(),
  }),
  z.strictObject({
    absolute_url: z.strictObject({
      base: z
        .url({
          protocol: /^https?$/,
          error: 'Enter a URL, for example https://shop.example.',
          abort: true,
        })
        .max(300, 'Use 300 characters or fewer.')
        .refine((text) => parseWebAddress(text) !== null, {
          error: 'Enter a URL, for example https://shop.example.',
        }),
    }),
  }),
  /** In characters. */
  z.strictObject({ truncate: z.number().int().min(1).max(2000) }),
  /** Literal texts, everywhere. */
  z.strictObject({
    replace: z.strictObject({ from: shortText.min(1, 'Enter text.'), to: shortText }),
  }),
  z.strictObject({ default: z.union([shortText, z.number(), z.boolean()]) }),
  /** Appends what is at the paths. */
  z.strictObject({
    join: z.strictObject({ sep: z.string().max(10), at: z.array(dataPath).min(1).max(5) }),
  }),
])
export type Step = z.output<typeof step>

/** Its name, for messages and screens. */
export const nameOf = (one: Step): string =>
  typeof one === 'string' ? one : (Object.keys(one)[0] ?? '')
