/**
 * Where, when and to whom a nudge is shown. Stored and edited in the shape that pages receive. Only
 * the schedule stays on the server: pages receive the resulting times.
 */
import { z } from 'zod'
import { unixSeconds } from './nudges.ts'

export const pageKinds = ['home', 'product', 'collection', 'cart', 'other'] as const

/**
 * Matches the page's path. In `pattern`, `*` matches any characters. No regular expressions: a slow
 * one would freeze a shop's page.
 */
const pathRule = z.object({
  match: z.enum(['contains', 'exact', 'pattern']),
  value: z.string().min(1).max(512),
})

export const nudgeRules = z.object({
  /** Only on these. An empty list means every page. */
  pages: z.array(pathRule).max(50),
  /** Never on these. */
  notPages: z.array(pathRule).max(50),
  /** As the page's script or markup reports. An empty list means every kind. */
  kinds: z.array(z.enum(pageKinds)),
  devices: z.array(z.enum(['desktop', 'mobile'])),
  audience: z.enum(['all', 'new', 'returning']),
  /** Unix seconds; null: unlimited. */
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

/** In the site's time zone. A span past midnight belongs to the day it starts on. */
const nudgeHours = z.object({
  /** Monday is 0; empty: every day. */
  days: z.array(z.number().int().min(0).max(6)).max(7),
  from: clockTime,
  /** Before `from`: ends on the next day. Equal to `from`: 24 hours. */
  until: clockTime,
})
export type NudgeHours = z.infer<typeof nudgeHours>

export const storedRules = nudgeRules.extend({ hours: nudgeHours.nullable() })
/** As the owner sets them. */
export type StoredRules = z.infer<typeof storedRules>

/**
 * Where an inline nudge is placed: next to or inside the first element that the selector matches.
 */
export const nudgePlacement = z.object({
  selector: z.string().min(1).max(200),
  where: z.enum(['before', 'after', 'prepend', 'append']),
})
export type NudgePlacement = z.infer<typeof nudgePlacement>
