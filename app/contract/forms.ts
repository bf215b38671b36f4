/**
 * Which forms of a site's pages tell a sign-up, and which of their fields may be read. Everything else
 * in a form stays where it is.
 */
import { z } from 'zod'
import { pageKinds, type NudgeRules } from './nudge-rules.ts'

/** Names of fields that are never read, whatever the owner asks for. The pixel has the same list. */
export const neverRead =
  /pass|pwd|cvc|cvv|card|iban|ssn|social|tax|token|secret|otp|pin|dob|birth|medical|csrf|cc-|one-time|bday|sex|transaction-/i

const oneLine = /^[^\p{Cc}\p{Cs}]*$/u

const shortText = (most: number) =>
  z
    .string('Enter text.')
    .trim()
    .min(1, 'Enter at least one character.')
    .max(most, `Use at most ${String(most)} characters.`)
    .regex(oneLine, 'Leave out line breaks and control characters.')

const fieldName = shortText(100).refine((name) => !neverRead.test(name), {
  error:
    'Fields with a name like this one are never read: it could hold a password, a number or a date that is nobody’s business.',
})

const pathRule = z.object(
  {
    match: z.enum(['contains', 'exact', 'pattern'], 'Choose contains, exact or pattern.'),
    value: shortText(512),
  },
  'Enter how addresses are compared, and with what.',
)

const pathRules = z
  .array(pathRule, 'Enter a list of addresses.')
  .max(50, 'Use at most 50 addresses.')
  .default([])

/** The part of a nudge's rules that says on which pages. Empty: on every page but the checkout. */
export const formPages = z.object(
  {
    pages: pathRules,
    notPages: pathRules,
    kinds: z.array(z.enum(pageKinds, 'Choose one of the kinds of pages.')).default([]),
  },
  'Enter on which pages.',
)
export type FormPages = z.output<typeof formPages>

export const formRuleInput = z
  .object({
    name: shortText(100),
    pages: formPages.prefault({}),
    /** CSS. Null: each form with a field for an email address. */
    selector: shortText(200).nullable().default(null),
    /** Names of the fields. No address field: the first of the type `email`. */
    emailField: fieldName.nullable().default(null),
    firstNameField: fieldName.nullable().default(null),
    /** Off until the visitor agreed; else until he refuses. */
    asksConsent: z.boolean('Choose yes or no.').default(true),
    isActive: z.boolean('Choose yes or no.').default(true),
  })
  .refine(({ emailField, firstNameField }) => !emailField || emailField !== firstNameField, {
    path: ['firstNameField'],
    error: 'A first name and an email address are in two fields.',
  })
export type FormRuleInput = z.output<typeof formRuleInput>

/** What pages are told of a rule: which forms, and the names of the fields that may be read: no other one ever is. */
export type PixelForm = {
  /** Absent: on every page. */
  rules?: NudgeRules
  /** Absent: each form with a field for an email address. */
  selector?: string
  /** Absent: the first field of the type `email`. Hashed in the page, never sent as it is. */
  email?: string
  firstName?: string
  /** Nothing is read until the visitor agreed. Absent: until he refuses. */
  asks?: true
}
