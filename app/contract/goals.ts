/** Goals in the API, and the conversions that a shop's server reports. */
import { z } from 'zod'
import { amount, currency, someText } from './activities.ts'
import { closedObject } from './api/closed-object.ts'

const goalKinds = ['url', 'click', 'form', 'js', 'order'] as const
export type GoalKind = (typeof goalKinds)[number]

const goalMatches = ['exact', 'starts_with', 'contains'] as const
export type GoalMatch = (typeof goalMatches)[number]

/** The pixel reports no longer paths. */
const maxPattern = 512

const pattern = z
  .string('Send text.')
  .trim()
  .min(1, 'Send at least one character.')
  .max(maxPattern, `Use ${String(maxPattern)} characters or fewer.`)
  .regex(/^[^?#\p{Cc}\p{Cs}]*$/u, 'Use a path only, without query string or fragment.')

const selector = z
  .string('Send text.')
  .trim()
  .min(1, 'Send at least one character.')
  .max(200, 'Use 200 characters or fewer.')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Remove line breaks and control characters.')
  .describe(
    'CSS selector of the clicked element or submitted form. Pages without a match count nothing.',
  )

const worth = {
  value: amount.nullish().describe('Value of one conversion. Null to use the order total, if any.'),
  currency: currency.nullish().describe('ISO 4217. Currency of the value.'),
}

const everyGoal = {
  name: someText,
  ...worth,
  is_repeatable: z
    .boolean('Send true or false.')
    .default(false)
    .describe(
      'If true, repeat conversions count; otherwise once per visitor. Orders always count once.',
    ),
  is_active: z.boolean('Send true or false.').default(true),
}

const urlRule = {
  match: z.enum(goalMatches, 'Send exact, starts_with or contains.'),
  pattern: pattern.describe('Compared with the page path, for example /thank-you.'),
}

type Worth = { value?: number | null | undefined; currency?: string | null | undefined }

/** A value means nothing without its currency, and neither does a currency alone. */
const isWholeWorth = ({ value, currency: of }: Worth) => (value == null) === (of == null)
const wholeWorth = { path: ['currency'], error: 'Send both value and currency, or neither.' }

type Rule = { kind: GoalKind; match?: GoalMatch; pattern?: string }

const startsAsPath = ({ kind, match, pattern: path }: Rule) =>
  kind !== 'url' || match === 'contains' || path?.startsWith('/') === true
const asPath = { path: ['pattern'], error: 'Must start with a slash, for example /thank-you.' }

export const goalInput = z
  .discriminatedUnion(
    'kind',
    [
      closedObject({ kind: z.literal('url'), ...everyGoal, ...urlRule }),
      closedObject({ kind: z.literal('click'), ...everyGoal, selector }),
      closedObject({ kind: z.literal('form'), ...everyGoal, selector }),
      closedObject({ kind: z.literal('js'), ...everyGoal }),
      closedObject({ kind: z.literal('order'), ...everyGoal }),
    ],
    'Send a goal of kind url, click, form, js or order.',
  )
  .refine(isWholeWorth, wholeWorth)
  .refine(startsAsPath, asPath)
export type GoalInput = z.output<typeof goalInput>

/** Absent fields keep their values. The kind never changes. */
export const goalChange = closedObject({
  name: someText.optional(),
  value: amount.nullable().optional(),
  currency: currency.nullable().optional(),
  is_repeatable: z.boolean('Send true or false.').optional(),
  is_active: z.boolean('Send true or false.').optional(),
  match: urlRule.match.optional(),
  pattern: pattern.optional(),
  selector: selector.optional(),
})
export type GoalChange = z.output<typeof goalChange>

const goalAnswer = z.object({
  uuid: z.uuid(),
  name: z.string(),
  kind: z.enum(goalKinds),
  match: z.enum(goalMatches).nullable(),
  pattern: z.string().nullable(),
  selector: z.string().nullable(),
  value: z.number().nullable(),
  currency: z.string().nullable(),
  is_repeatable: z.boolean(),
  is_active: z.boolean(),
  created_at: z.iso.datetime(),
})
export type GoalAnswer = z.infer<typeof goalAnswer>

export const singleGoal = z.object({ data: goalAnswer })
export const goalList = z.object({ data: z.array(goalAnswer), next_cursor: z.null() })

export const conversionInput = closedObject({
  id: someText.describe('Your ID. Sending the same ID again refers to the same conversion.'),
  order: someText
    .max(100, 'Use 100 characters or fewer.')
    .nullish()
    .describe(
      'Order number, as your pages report it. Each order counts once, whichever source reports it.',
    ),
  occurred_at: z.iso
    .datetime({
      offset: true,
      error: 'Send a date and time with its zone, for example 2026-01-31T09:30:00Z.',
    })
    .nullish()
    .describe('Within the last two years. Defaults to now.'),
  ...worth,
}).refine(isWholeWorth, wholeWorth)
export type ConversionInput = z.output<typeof conversionInput>

export const conversionAnswer = z.object({
  goal: z.uuid(),
  id: z.string(),
  order: z.string().nullable(),
  reached_at: z.iso.datetime().describe('When the goal was first reached, from any source.'),
  value: z.number().nullable(),
  currency: z.string().nullable(),
})
export const singleConversion = z.object({ data: conversionAnswer })
