/**
 * Which forms on a site's pages are sign-ups, and which of their fields can be read. Nothing else
 * is read.
 */
import { z } from 'zod'
import { pageKinds, type NudgeRules } from './nudge-rules.ts'
import { oneLine } from '#app/lib/one-line.ts'

/** Field names that are never read, even if a rule names them. The pixel has the same list. */
export const neverRead =
  /pass|pwd|cvc|cvv|card|iban|ssn|social|tax|token|secret|otp|pin|dob|birth|medical|csrf|cc-|one-time|bday|sex|transaction-/i

const shortText = (most: number) =>
  z
    .string('Enter text.')
    .trim()
    .min(1, 'Enter at least one character.')
    .max(most, `Use ${String(most)} characters or fewer.`)
    .regex(oneLine, 'Remove line breaks and control characters.')

const fieldName = shortText(100).refine((name) => !neverRead.test(name), {
  error: 'We never read fields with a name like this, because they could hold sensitive data.',
})

const pathRule = z.object(
  {
    match: z.enum(['contains', 'exact', 'pattern'], 'Choose contains, exact or pattern.'),
    value: shortText(512),
  },
  'Enter a match type and a value.',
)

const pathRules = z
  .array(pathRule, 'Enter a list of URLs.')
  .max(50, 'Use 50 URLs or fewer.')
  .default([])

/** The page part of a nudge's rules. Without it, every page except the checkout. */
export const formPages = z.object(
  {
    pages: pathRules,
    notPages: pathRules,
    kinds: z.array(z.enum(pageKinds, 'Choose a page type.')).default([]),
  },
  'Choose the pages.',
)
export type FormPages = z.output<typeof formPages>

export const formRuleInput = z
  .object({
    name: shortText(100),
    pages: formPages.prefault({}),
    /** CSS. Null: every form with an email field. */
    selector: shortText(200).nullable().default(null),
    /** Field names. Without an email field name: the first input of type `email`. */
    emailField: fieldName.nullable().default(null),
    firstNameField: fieldName.nullable().default(null),
    /** Name of a checkbox. Only visitors who ticked it sign up. Null: everyone does. */
    consentField: fieldName.nullable().default(null),
    /**
     * Path of the page that follows a successful submission: the sign-up counts once it opens, and
     * needs consent, because the browser keeps it until then. Null: a submission counts.
     */
    thankYouPage: shortText(512)
      .regex(/^\/[^?#]*$/, 'Enter a path, for example /thank-you.')
      .nullable()
      .default(null),
    /** True: off until the visitor consents. False: on until they refuse. */
    asksConsent: z.boolean('Choose yes or no.').default(true),
    isActive: z.boolean('Choose yes or no.').default(true),
  })
  .refine(({ emailField, firstNameField }) => !emailField || emailField !== firstNameField, {
    path: ['firstNameField'],
    error: 'Use different fields for first name and email address.',
  })
export type FormRuleInput = z.output<typeof formRuleInput>

/** A rule as pages receive it: which forms, and the only fields that can be read. */
export type PixelForm = {
  /** Absent: every page. */
  rules?: NudgeRules
  /** Absent: every form with an email field. */
  selector?: string
  /** Absent: the first input of type `email`. Hashed in the page, never sent in clear. */
  email?: string
  firstName?: string
  /** Name of the checkbox that has to be ticked. Absent: none has. */
  ticked?: string
  /** Nothing is read before consent. Absent: reads until the visitor refuses. */
  asks?: true
  /** The sign-up is kept in the tab, and reported on the page whose `proves` is the same. */
  awaits?: string
  /** No form: on this page, the sign-up that awaits it has succeeded. */
  proves?: string
  /** No form: the forms that are submitted on the site's pages are listed for its owner. */
  lists?: true
}

const listedText = (most: number) => z.string().min(1).max(most).regex(oneLine)

/** One name a line, because some pages' scripts break lists in JSON. */
const listedNames = z
  .string()
  .max(2_000)
  .regex(/^[^\p{Cc}\p{Cs}]*(?:\n[^\p{Cc}\p{Cs}]+)*$/u)

/**
 * A form as a page describes it: how to find it, and names of fields, never what they hold. The
 * page can make one up.
 */
export const listedForm = z.object({
  name: listedText(80),
  /** CSS. Absent: nothing distinguishes it from other forms. */
  selector: listedText(200).optional(),
  /** Name of the email field. */
  email: listedText(100).optional(),
  /** Names of text fields that can be read. */
  fields: listedNames,
  /** Names of checkboxes. */
  boxes: listedNames,
})
export type ListedForm = z.output<typeof listedForm>

/** The fields that a page listed, without names on the never-read list. */
export const readableNames = (listed: string): string[] =>
  listed.split('\n').filter((name) => name !== '' && !neverRead.test(name))

/** Body of the report of a tab in which the owner points at a form. */
export const pointedForm = z.object({
  form: listedForm.extend({
    page: z
      .string()
      .max(512)
      .regex(/^\/[^?#\p{Cc}\p{Cs}]*$/u),
  }),
})
export type PointedForm = z.output<typeof pointedForm>['form']
