/** Where, when and to whom a nudge is shown. The same shape is stored, edited and told to the pixel. */
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

/** Where an inline nudge stands: beside or inside of the first element that the selector finds. */
export const nudgePlacement = z.object({
  selector: z.string().min(1).max(200),
  where: z.enum(['before', 'after', 'prepend', 'append']),
})
export type NudgePlacement = z.infer<typeof nudgePlacement>
