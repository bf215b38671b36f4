/** What an owner types into a nudge of the types that tell something of the shop's own. */
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

/** `{name}` and `{name|instead}` stand for what the page's script tells under that name. */
const template = line(200)

const picture = { image: webAddress.nullish(), url: webAddress.nullish() }

/** The merchant's own message, or the messages by hand in its place. */
export const customContent = z
  .object({
    title: template.nullish(),
    text: template.nullish(),
    ...picture,
    /** Those of the data feeds are told, one after another, and no other words. */
    tellsMessages: z.boolean().optional(),
  })
  .refine(({ text, tellsMessages }) => tellsMessages === true || text != null, {
    error: 'Write a text.',
    path: ['text'],
  })

/** An offer, as the shop's own checkout grants it. */
export const discountContent = z.object({
  /** Such as "10 %" or "€ 5". */
  amount: line(40),
  /** What it is for: "all mugs". Absent: everything. */
  scope: line(60).nullish(),
  code: line(40).nullish(),
  /** "From € 50. Once per customer." */
  conditions: line(200).nullish(),
  /** Unix seconds. */
  startsAt: unixSeconds.nullish(),
  ...picture,
})

/** What people signed up for: "the newsletter". */
export const conversionContent = z.object({ goal: line(60).nullish() })

/** The source of a review summary, as it says itself. Rounded by nobody. */
export const reviewsContent = z.object({ source: line(60).nullish() })

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 15:30')
const date = z.iso.date()
const days = z
  .object({
    min: z.number().int().min(0).max(60),
    max: z.number().int().min(0).max(60),
  })
  .refine(({ min, max }) => min <= max, 'must not have a min above its max')

/** Each is compiled into words of its own, with every payload. */
const maxCountries = 60

/** By country; `*` stands for every other one. */
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
  /** IANA, such as `Europe/Amsterdam`: where the cut-off applies. */
  timeZone: z.string().refine(isTimeZone, 'must be a time zone like Europe/Amsterdam'),
  /** Orders until then leave on the same day; by weekday, Monday first. Null: nothing leaves. */
  cutOffs: z.array(time.nullable()).length(7),
  /** Days on which parcels are delivered, Monday first. */
  deliversOn: z.array(z.boolean()).length(7),
  /** Days on the way, by country; `*` for every other one. Without either the country gets nothing. */
  transit: byCountry(days),
  /** Days on which nothing leaves and nothing arrives. */
  holidays: z.array(date).max(400),
  /** Until when the holidays are known. Later than that nothing is promised. */
  holidaysUntil: date,
})
export type DeliveryContent = z.infer<typeof deliveryContent>

export const stockContent = z.object({
  /** No new stock comes before this day. Without it, or soon before it, nothing is called scarce. */
  noRestockBefore: date.nullish(),
})

export const freeDeliveryContent = z.object({
  currency,
  /** From which amount on, by country; `*` for every other one. */
  thresholds: byCountry(amount),
  /** "Mainland only." */
  restrictions: line(120).nullish(),
})

/** By type; a type that is not here has nothing to be typed in. */
export const nudgeContents = {
  custom: customContent,
  discount: discountContent,
  conversion: conversionContent,
  conversions: conversionContent,
  reviews: reviewsContent,
  stock_level: stockContent,
  delivery_date: deliveryContent,
  free_delivery: freeDeliveryContent,
} as const

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
