/**
 * Orders and sign-ups as other programs send them, and the responses. The OpenAPI document
 * (routes/api/description/openapi-document.ts) is generated from these schemas.
 */
import { z } from 'zod'
import { maxWebAddress, parseWebAddress } from '#app/lib/web/web-address.ts'
import { closedObject, closedQuery } from './api/closed-object.ts'
import { sourceFields } from './site-sources.ts'
import { oneLine } from '#app/lib/one-line.ts'

/** Reviews are sent to a URL of their own. */
const sentKinds = ['purchase', 'signup'] as const

export const activityKinds = [...sentKinds, 'review'] as const
export type ActivityKind = (typeof activityKinds)[number]

/** The state of an order, a sign-up or a review, as its shop reports it. */
export const activityStates = ['confirmed', 'cancelled', 'refunded'] as const
export type ReportedState = (typeof activityStates)[number]

export const maxActivitiesPerRequest = 100
export const maxItems = 50
const maxAmount = 1_000_000_000

const text = z
  .string('Send text.')
  .trim()
  .max(200, 'Use 200 characters or fewer.')
  .regex(oneLine, 'Send text without line breaks, control characters or broken characters.')

export const someText = text.min(1, 'Send at least one character.')

/** Browsers write some characters of a URL in three, and both forms have to fit. */
export const webAddress = z
  .url({
    protocol: /^https?$/,
    error: 'Must be a URL that starts with https:// or http://.',
    abort: true,
  })
  .max(maxWebAddress, {
    error: `Use ${String(maxWebAddress)} characters or fewer.`,
    abort: true,
  })
  .regex(oneLine, {
    error: 'Send a URL without line breaks or control characters.',
    abort: true,
  })
  .refine((text) => parseWebAddress(text) !== null, {
    error: `Send a URL without a username and password, of ${String(maxWebAddress)} characters or fewer.`,
  })

export const amount = z
  .number('Send a number.')
  .min(0, 'Send a number of 0 or more.')
  .max(maxAmount, `Send a number of at most ${String(maxAmount)}.`)

const country = z
  .string('Send text.')
  .regex(/^[A-Za-z]{2}$/, 'Must be a two-letter country code, for example DE.')
  .toUpperCase()

export const currency = z
  .string('Send text.')
  .regex(/^[A-Za-z]{3}$/, 'Must be a three-letter currency code, for example EUR.')
  .toUpperCase()

const person = closedObject({
  first_name: text.nullish(),
  last_name: text.nullish(),
  email: z
    .string('Send text.')
    .trim()
    .toLowerCase()
    .max(254, 'Use 254 characters or fewer.')
    .pipe(z.email('Send an email address.'))
    .nullish()
    .describe('Never stored. We keep only a keyed hash, so the data can be erased on request.'),
  city: text.nullish(),
  country: country.nullish().describe('ISO 3166-1 alpha-2.'),
}).describe('Omit anything you’re not allowed to share. Nudges work without it.')

export const itemInput = closedObject({
  title: someText,
  url: webAddress.nullish().describe('Link URL of the nudge.'),
  image: webAddress.nullish(),
  quantity: z
    .number('Send a number.')
    .positive('Send a number above 0.')
    .max(1_000_000, 'Send a number of at most 1000000.')
    .nullish(),
  price: amount.nullish().describe('Price per unit.'),
})

export const activityInput = closedObject({
  kind: z.enum(sentKinds, 'Send purchase or signup.'),
  id: someText.describe(
    'Your ID. Sending the same ID again refers to the same activity, and corrects it as long as no nudge has shown it. If it’s an email address, we keep and return only a keyed hash.',
  ),
  occurred_at: z.iso
    .datetime({
      offset: true,
      error: 'Send a date and time with its zone, for example 2026-01-31T09:30:00Z.',
    })
    .describe('When the order was paid or the sign-up confirmed, within the last two years.'),
  state: z
    .enum(activityStates, 'Send confirmed, cancelled or refunded.')
    .default('confirmed')
    .describe(
      'Send an order when it’s paid. Resend it as cancelled or refunded to remove it from nudges.',
    ),
  test: z
    .boolean('Send true or false.')
    .default(false)
    .describe('Test activities are stored but never shown.'),
  person: person.nullish(),
  items: z
    .array(itemInput, 'Send a list.')
    .max(maxItems, `Send at most ${String(maxItems)} items.`)
    .nullish()
    .describe(
      'An order is one activity, however many items it has. Nudges name the one with the highest price, or else the first. Tips, fees, shipping protection and gift cards are never named.',
    ),
  total: amount.nullish().describe('Orders with a total of 0 are stored but never shown.'),
  currency: currency.nullish().describe('ISO 4217.'),
})
export type ActivityInput = z.output<typeof activityInput>

/** Each activity is validated separately. The request has to be a list of reasonable length. */
export const activityBatch = closedObject({
  activities: z
    .array(z.unknown(), 'Send a list.')
    .min(1, 'Send at least one activity.')
    .max(
      maxActivitiesPerRequest,
      `Send up to ${String(maxActivitiesPerRequest)} activities per request.`,
    ),
})

/** How `activityBatch` is documented: as a list of valid activities. */
export const describedBatch = closedObject({
  activities: z.array(activityInput).min(1).max(maxActivitiesPerRequest),
})

/** An activity as we store it. */
export const activityAnswer = z.object({
  uuid: z.uuid().describe('Our ID.'),
  id: z.string().describe('Your ID.'),
  kind: z.enum(activityKinds),
  occurred_at: z.iso.datetime(),
  received_at: z.iso.datetime(),
  trust: z
    .enum(['signed', 'origin', 'unknown'])
    .describe(
      'Source of the data: signed (your server), origin (a page of your site) or unknown (unverified).',
    ),
  approval: z
    .enum(['approved', 'quarantined', 'hidden'])
    .describe('Data from pages needs approval before it’s shown.'),
  is_showable: z
    .boolean()
    .describe('False for tests, free, cancelled or refunded ones, and payments of an order.'),
  is_same_sale: z.boolean().describe('The payment of a shop’s order, which is shown instead.'),
  state: z
    .enum(activityStates)
    .nullable()
    .describe('As it was sent last. Null for activities that are older than this field.'),
  test: z
    .boolean()
    .nullable()
    .describe('Whether it’s a test. Null for activities that are older than this field.'),
  total: z.number().nullable().describe('Null for a review.'),
  currency: z.string().nullable(),
  person: z.object({
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string().nullable(),
  }),
  product: z
    .object({ title: z.string(), url: z.string().nullable(), image: z.string().nullable() })
    .nullable()
    .describe(
      'The item that nudges name. Other items, quantities and prices aren’t stored, and neither are email addresses.',
    ),
  stars: z.number().int().nullable().describe('1 to 5. Null unless it is a review.'),
  body: z.string().nullable().describe('Text of a review.'),
})
export type ActivityAnswer = z.infer<typeof activityAnswer>

export const singleAnswer = z.object({ data: activityAnswer })

export const fieldErrors = z
  .record(z.string(), z.array(z.string()))
  .describe('Error messages by field path, for example person.country or items.0.title.')

/** Outcome of one activity in a batch. Outcomes are in the order of the request. */
const batchOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), id: z.string(), activity: activityAnswer }),
  z.object({ outcome: z.literal('repeated'), id: z.string(), activity: activityAnswer }),
  z.object({ outcome: z.literal('corrected'), id: z.string(), activity: activityAnswer }),
  z.object({ outcome: z.literal('conflict'), id: z.string(), message: z.string() }),
  z.object({
    outcome: z.literal('rejected'),
    id: z.string().nullable(),
    message: z.string(),
    errors: fieldErrors,
  }),
])
export type BatchOutcome = z.infer<typeof batchOutcome>

export const batchAnswer = z.object({ data: z.array(batchOutcome) })

export const nextCursor = z
  .string()
  .nullable()
  .describe('Pass as ?cursor= to get the next page. Null on the last page.')

export const activityList = z.object({ data: z.array(activityAnswer), next_cursor: nextCursor })

const siteAnswer = z.object({
  uuid: z.uuid(),
  name: z.string(),
  url: z.string(),
  pixel_seen_at: z.iso
    .datetime()
    .nullable()
    .describe("When the pixel last reported from the site's own pages."),
  has_pixel: z.boolean(),
  pixel_url: z.string(),
  installation_code: z.string().describe('Code to add to the site’s pages.'),
  site_category_id: z.number().int().nullable(),
  site_category_identity: z.string().nullable(),
  site_category: z
    .object({
      id: z.number().int(),
      identity: z.string(),
      name: z.string(),
      description: z.string(),
      icon: z.string(),
      position: z.number().int(),
    })
    .nullable()
    .describe('Site category, if set.'),
  time_zone: z
    .string()
    .describe('IANA time zone used for nudge schedules and for days of statistics.'),
  logo_url: z.string().nullable(),
  top_level_domain: z.string().nullable().describe('Last label of the host name.'),
  ...sourceFields,
  visitor_boost: z
    .number()
    .int()
    .nullable()
    .describe(
      'Units of a running boost for this site alone. A boost for all sites is the organization’s. Null unless the token is the owner’s.',
    ),
  visitor_boost_expires_at: z.iso.datetime().nullable(),
})

export const singleSite = z.object({ data: siteAnswer })

export const siteList = z.object({ data: z.array(siteAnswer), next_cursor: nextCursor })

export const bearerAnswer = z.object({
  data: z.object({
    organization: z.object({ name: z.string(), slug: z.string() }),
    token: z.object({
      name: z.string(),
      abilities: z.array(z.string()),
      site: z.uuid().nullable().describe('The site this token is limited to. Null for all sites.'),
    }),
  }),
})

/** RFC 9457, plus the fields that our screens read. */
export const problemDetails = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  message: z.string(),
  errors: fieldErrors,
  request_id: z.string(),
})

export const maxPageSize = 100

const limit = z.coerce
  .number('Use a whole number.')
  .int('Use a whole number.')
  .min(1, 'Use at least 1.')
  .max(maxPageSize, `Use at most ${String(maxPageSize)}.`)
  .default(50)

/** Longer than the longest cursor: a product's id of 200 characters, in base64. */
const cursor = z
  .string()
  .max(1200, 'Use next_cursor from a previous response.')
  .describe('next_cursor of the previous page.')
  .optional()

export const pageQuery = closedQuery({ limit, cursor })

/** For URLs that take no parameters. */
export const emptyQuery = closedQuery({})

const bound = z.iso
  .datetime({
    offset: true,
    error: 'Use a date and time with its zone, for example 2026-01-31T09:30:00Z.',
  })
  .optional()

/** Whether nudges can show an activity, regardless of their look-back periods. */
const listedStates = ['approved', 'waiting', 'hidden', 'withheld', 'unsigned'] as const
export type ListedState = (typeof listedStates)[number]

const listed = {
  id: someText
    .describe('Your ID, or a shop’s ID or number of an order that you sent under it, too.')
    .optional(),
  from: bound.describe('Only what happened at this time or later.'),
  to: bound.describe('Only what happened before this time.'),
  state: z
    .enum(listedStates, 'Use approved, waiting, hidden, withheld or unsigned.')
    .describe(
      'approved: nudges can show it. waiting: needs approval. hidden: by the owner or an exclusion. withheld: a test, free, canceled, refunded or the payment of a shop’s order. unsigned: can’t be verified.',
    )
    .optional(),
}

const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || new Date(from) < new Date(to)
const outOfOrder = { error: 'Must be after from.', path: ['to'] }

export const listQuery = closedQuery({
  kind: z.enum(activityKinds, 'Use purchase, signup or review.').optional(),
  ...listed,
  ...pageQuery.shape,
}).refine(isInOrder, outOfOrder)

export const reviewListQuery = closedQuery({ ...listed, ...pageQuery.shape }).refine(
  isInOrder,
  outOfOrder,
)
