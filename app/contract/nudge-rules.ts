/**
 * Where, when and to whom a nudge is shown. What pages are told is stored and edited in the same shape;
 * hours of the week stay with us, and pages are told the moments that follow from them.
 */
import { z } from 'zod'
import { unixSeconds } from './nudges.ts'

export const pageKinds = ['home', 'product', 'collection', 'cart', 'other'] as const

/**
 * A page's path: `contains` and `exact` as they say; `pattern` with `*` for any run of characters. No
 * regular expressions: one that takes for ever would stop a shop's page.
 */
const pathRule = z.object({
  match: z.enum(['contains', 'exact', 'pattern']),
  value: z.string().min(1).max(512),
})

export const nudgeRules = z.object({
  /** On one of these; empty: on every page. */
  pages: z.array(pathRule).max(50),
  /** On none of these. */
  notPages: z.array(pathRule).max(50),
  /** As the page's script or its markup says; empty: on every kind. */
  kinds: z.array(z.enum(pageKinds)),
  devices: z.array(z.enum(['desktop', 'mobile'])),
  audience: z.enum(['all', 'new', 'returning']),
  /** Unix seconds; null: open. */
  from: unixSeconds.nullable(),
  until: unixSeconds.nullable(),
})
export type NudgeRules = z.infer<typeof nudgeRules>
export type PathRule = z.infer<typeof pathRule>

export const everywhere: NudgeRules = {
  pages: [],
  notPages: [],
  kinds: [],
  devices: [],
  audience: 'all',
  from: null,
  until: null,
}

const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 15:30')

/** By the site's own clock. What begins on a day and goes on past midnight belongs to that day. */
export const nudgeHours = z.object({
  /** Monday is 0; empty: every day. */
  days: z.array(z.number().int().min(0).max(6)).max(7),
  from: clockTime,
  /** Not later than `from`: on the next day; the same: a whole day long. */
  until: clockTime,
})
export type NudgeHours = z.infer<typeof nudgeHours>

export const storedRules = nudgeRules.extend({ hours: nudgeHours.nullable() })
/** As an owner decides them. */
export type StoredRules = z.infer<typeof storedRules>

/** Where an inline nudge stands: beside or inside of the first element that the selector finds. */
export const nudgePlacement = z.object({
  selector: z.string().min(1).max(200),
  where: z.enum(['before', 'after', 'prepend', 'append']),
})
export type NudgePlacement = z.infer<typeof nudgePlacement>
