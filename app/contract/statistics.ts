/** Statistics and nudges as the REST API answers them. */
import { z } from 'zod'
import { nextCursor } from './activities.ts'
import { closedQuery } from './api/closed-object.ts'

const day = z.iso.date({ error: 'Use a date, for example 2026-01-31.' })

const path = z
  .string()
  .max(2048, 'Use 2048 characters or fewer.')
  .regex(/^\/[^\p{Cc}\p{Cs}]*$/u, 'Use a path that starts with a slash.')

/** One at a time, as on the screens. */
export const statisticsFilters = ['nudge', 'page', 'device', 'country', 'goal'] as const

export const statisticsQuery = closedQuery({
  from: day
    .describe('First day, in the site’s time zone. By default, the last 30 days.')
    .optional(),
  to: day.describe('Last day, included.').optional(),
  by: z.enum(['day', 'hour'], 'Use day or hour.').default('day'),
  nudge: z.uuid('Use the UUID of a nudge.').optional(),
  page: path.describe('Path of a page, for example /products/oak-board.').optional(),
  device: z.enum(['mobile', 'desktop', 'tablet'], 'Use mobile, tablet or desktop.').optional(),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'Use a two-letter country code, for example DE.')
    .toUpperCase()
    .optional(),
  goal: z.uuid('Use the UUID of a goal.').optional(),
})
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: 'Use both from and to, or neither.',
    path: ['from'],
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: 'Must not be before from.',
    path: ['to'],
  })
export type StatisticsQuery = z.output<typeof statisticsQuery>

/**
 * Names of the figures in answers. Numbers that aren't counted for a filter or an hour are left
 * out.
 */
const figures = z.object({
  visitors: z.number().int().optional(),
  eligible_visitors: z.number().int().optional(),
  page_views: z.number().int().optional(),
  impressions: z.number().int().optional(),
  hovers: z.number().int().optional(),
  clicks: z.number().int().optional(),
  closes: z.number().int().optional(),
  conversions: z.number().int().optional(),
  page_conversions: z.number().int().optional(),
  view_through_conversions: z.number().int().optional(),
})
export type FiguresAnswer = z.infer<typeof figures>

export const statisticsAnswer = z.object({
  data: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    by: z.enum(['day', 'hour']),
    time_zone: z
      .string()
      .describe(
        'The site’s time zone, in which days are counted. Where it differs from UTC by parts of an hour, days start at the first whole hour (UTC) after midnight.',
      ),
    filter: z
      .object({ by: z.enum(statisticsFilters), value: z.string(), name: z.string() })
      .nullable(),
    totals: figures.describe('Sums of all steps.'),
    steps: z
      .array(
        z.object({
          start: z.string().describe('A day, or the start of an hour in UTC.'),
          ...figures.shape,
        }),
      )
      .describe('Every day or hour of the range, oldest first.'),
  }),
})
export type StatisticsAnswer = z.infer<typeof statisticsAnswer>['data']

const nudgeAnswer = z.object({
  uuid: z.uuid(),
  name: z.string(),
  type: z.string(),
  surface: z.enum(['popup', 'inline', 'push']),
  state: z.enum(['draft', 'published', 'paused']),
  published_at: z.iso
    .datetime()
    .nullable()
    .describe('When it was last published. Null if it never was, or not since it was set up.'),
  impressions: z
    .number()
    .int()
    .describe('Of the last 30 days in the site’s time zone, today included.'),
  clicks: z.number().int().describe('Of the last 30 days in the site’s time zone, today included.'),
})
export type NudgeAnswer = z.infer<typeof nudgeAnswer>

const settings = z
  .object({})
  .loose()
  .describe(
    'All settings, as a request takes them: name, query, content, rules, placement, message and look.',
  )

/** A nudge as it is set up. */
const setUpNudge = nudgeAnswer.extend({
  version: z.number().int().describe('Increases when other settings are published.'),
  revision: z
    .string()
    .describe('Changes with each change. Send it as If-Match to change nothing else.'),
  has_draft: z.boolean().describe('Whether the settings aren’t published yet.'),
  publish_at: z.iso.datetime().nullable().describe('When the draft is scheduled to be published.'),
  updated_at: z.iso.datetime(),
  settings: settings.describe('The draft, otherwise what is published.'),
  published_settings: settings.nullable().describe('What visitors get. Null: never published.'),
})
export type SetUpNudge = z.infer<typeof setUpNudge>

export const singleNudge = z.object({ data: setUpNudge })

const nudgeVersion = z.object({
  version: z.number().int(),
  created_at: z.iso.datetime(),
  is_experiment: z.boolean().describe('Variant B of an experiment, never published.'),
  settings,
})
export type NudgeVersionAnswer = z.infer<typeof nudgeVersion>
export const nudgeVersions = z.object({ data: z.array(nudgeVersion), next_cursor: z.null() })
export const nudgeList = z.object({ data: z.array(nudgeAnswer), next_cursor: nextCursor })
