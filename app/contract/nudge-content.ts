/** Content that owners enter for the types of nudges that show something the data doesn't have. */
import { z } from 'zod'
import { amount, currency, webAddress } from './activities.ts'
import { unixSeconds } from './nudges.ts'

/** One line, printable. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most, `must have at most ${String(most)} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not have control characters')

/** `{name}` and `{name|fallback}` are placeholders for variables of the page's script. */
const template = line(200)

const picture = { image: webAddress.nullish(), url: webAddress.nullish() }

/** The merchant's message, or the custom messages of the data feeds instead. */
export const customContent = z
  .object({
    title: template.nullish(),
    text: template.nullish(),
    ...picture,
    /** Shows the messages of the data feeds one after another, and nothing else. */
    tellsMessages: z.boolean().optional(),
  })
  .refine(({ text, tellsMessages }) => tellsMessages === true || text != null, {
    error: 'Enter a text.',
    path: ['text'],
  })

/** An offer that the shop's checkout grants. */
export const discountContent = z.object({
  /** For example "10 %" or "€ 5". */
  amount: line(40),
  /** The products it applies to, for example "all mugs". Absent: everything. */
  scope: line(60).nullish(),
  code: line(40).nullish(),
  /** For example "From € 50. Once per customer." */
  conditions: line(200).nullish(),
  /** Unix seconds. */
  startsAt: unixSeconds.nullish(),
  ...picture,
})

/** The list or offer people signed up for, for example "the newsletter". */
export const conversionContent = z.object({ goal: line(60).nullish() })

/** The source of a review summary. Its numbers are shown as given, never rounded. */
export const reviewsContent = z.object({ source: line(60).nullish() })

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 15:30')
const date = z.iso.date()
const days = z
  .object({
    min: z.number().int().min(0).max(60),
    max: z.number().int().min(0).max(60),
  })
  .refine(({ min, max }) => min <= max, 'must not have a min above its max')

/** Every payload compiles each country's text. */
const maxCountries = 60

/** By country; `*` covers all others. */
const byCountry = <Terms extends z.ZodType>(terms: Terms) =>
  z
    .record(z.string().regex(/^(?:[A-Z]{2}|\*)$/), terms, {
      error: ({ code }) =>
        code === 'invalid_key' ? 'must be two capital letters or *' : undefined,
    })
    .refine((named) => Object.keys(named).length <= maxCountries, {
      error: `must name at most ${String(maxCountries)} countries: use * for all others`,
      abort: true,
    })

export const deliveryContent = z.object({
  /** IANA, for example `Europe/Amsterdam`: the zone of the cut-off times. */
  timeZone: z.string().refine(isTimeZone, 'must be a time zone like Europe/Amsterdam'),
  /**
   * Orders placed before this time leave on the same day; by weekday, Monday first. Null: nothing
   * leaves.
   */
  cutOffs: z.array(time.nullable()).length(7),
  /** Delivery days, Monday first. */
  deliversOn: z.array(z.boolean()).length(7),
  /** Days in transit by country; `*` covers all others. A country in neither sees nothing. */
  transit: byCountry(days),
  /** Days without dispatch and delivery. */
  holidays: z.array(date).max(400),
  /** How far ahead the holidays are entered. Later dates are never promised. */
  holidaysUntil: date,
})
export type DeliveryContent = z.infer<typeof deliveryContent>

export const stockContent = z.object({
  /** No restock before this day. Without it, or close to it, nothing is shown as scarce. */
  noRestockBefore: date.nullish(),
})

export const freeDeliveryContent = z.object({
  currency,
  /** Order value for free delivery by country; `*` covers all others. */
  thresholds: byCountry(amount),
  /** For example "Mainland only." */
  restrictions: line(120).nullish(),
})

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
