/**
 * How a site wants its nudges to look and behave. Specification section 3; defaults of section 9.
 * Shared by the dashboard, the server and (types only) the pixel.
 */
import { z } from 'zod'

const milliseconds = z.number().int().min(0).max(600_000)
const pixels = z.number().int().min(0).max(400)

export const positions = [
  'top-left',
  'top-center',
  'top-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const

export const animations = ['slide-in', 'fade-in', 'none'] as const

/** Languages that the nudges' own words exist in. */
export const languages = ['en', 'de', 'fr', 'nl', 'es', 'ar'] as const
export type NudgeLanguage = (typeof languages)[number]

const hexColor = z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour like #0a7d4f')

/** Spec §3: how many colours a site keeps at hand. */
export const libraryColors = 14

const heading = z
  .string()
  .trim()
  .max(40)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not have control characters')

export const siteOptions = z.object({
  /**
   * `custom` keeps to `timings`; `standard` to those of the specification; `accelerated` shows for as
   * long and waits half as long.
   */
  timingMode: z.enum(['custom', 'standard', 'accelerated']),
  /** Spec §9: how long a nudge stays, the pause between two, the pause before the first. */
  timings: z.object({ show: milliseconds, wait: milliseconds, initial: milliseconds }),
  /** Distance from the edge of the window. */
  offset: z.object({ vertical: pixels, horizontal: pixels }),
  position: z.enum(positions),
  mobilePosition: z.enum(positions),
  animation: z.enum(animations),
  /** How many nudges one page view shows at most, while `limitNudges` is on. */
  maxNudges: z.number().int().min(1).max(20),
  limitNudges: z.boolean(),
  /** When all were shown it begins again, with true ages. */
  loop: z.boolean(),
  /** Another nudge begins with each page view; else always the first one. */
  nudgeRandomization: z.boolean(),
  /** What else a visitor closes together with a nudge: nothing, those of this page, of this visit. */
  closeNudgeBehaviour: z.enum(['nudge', 'page', 'visit']),
  /** Page rules look at the path alone. Off: at the query too. */
  ignoreQueryParameters: z.boolean(),
  theme: z.enum(['light', 'dark', 'auto']),
  /** Of headings, stars and links. */
  color: hexColor,
  /** The colours that the owner keeps at hand for `color`. */
  colorLibrary: z.array(hexColor).length(libraryColors),
  imagePosition: z.enum(['start', 'end', 'none']),
  /** Whether the heading of a nudge's category stands over it. */
  showNudgeTitle: z.boolean(),
  /** The headings; empty: the words of the language. */
  categoryTitles: z.object({
    popular: heading,
    selling_fast: heading,
    order_soon: heading,
    good_to_know: heading,
  }),
  /** A link to us at the foot of a nudge. */
  branding: z.boolean(),
  inlineBranding: z.boolean(),
  /** The link carries the owner's token. */
  affiliateBranding: z.object({ enabled: z.boolean(), token: z.string().max(100).nullable() }),
  inlineBorder: z.boolean(),
  language: z.enum(languages),
  /** Whether visitors' countries decide anything: what is shown to them, in which words. */
  useGeoLocation: z.boolean(),
  /** Activities without a place are not told. */
  showVisitorsWithLocationOnly: z.boolean(),
  showClose: z.boolean(),
  direction: z.enum(['ltr', 'rtl']),
  /** Which facts about a person may be shown at all. */
  conversion: z.object({
    /** The first letter of the name where the activity has no picture. */
    avatar: z.boolean(),
    firstname: z.boolean(),
    lastname: z.boolean(),
    location: z.boolean(),
  }),
  /** Percent of visitors who are shown nothing, so that the effect of the rest can be measured. */
  holdout: z.number().int().min(0).max(50),
  /** Whether what only a page reported may be shown without the owner's look at it. */
  preApproveReviews: z.boolean(),
  preApproveSignups: z.boolean(),
  preApprovePurchases: z.boolean(),
})
export type SiteOptions = z.infer<typeof siteOptions>

/** Dark enough for white words on them and for words of theirs on white (WCAG 2.2, 1.4.3). */
const defaultColors = [
  ...['#0b6e4f', '#0a5fd0', '#8a2be2', '#b3261e', '#9a5b00', '#a3195b', '#00687a'],
  ...['#3f51b5', '#5d4037', '#455a64', '#1b5e20', '#6a1b9a', '#ad1457', '#16191d'],
]

export const defaultSiteOptions: SiteOptions = {
  timingMode: 'custom',
  timings: { show: 5000, wait: 1000, initial: 0 },
  offset: { vertical: 20, horizontal: 20 },
  position: 'bottom-left',
  mobilePosition: 'bottom-right',
  animation: 'slide-in',
  maxNudges: 1,
  limitNudges: true,
  loop: false,
  nudgeRandomization: false,
  closeNudgeBehaviour: 'nudge',
  ignoreQueryParameters: true,
  theme: 'light',
  color: '#0b6e4f',
  colorLibrary: defaultColors,
  imagePosition: 'start',
  showNudgeTitle: false,
  categoryTitles: { popular: '', selling_fast: '', order_soon: '', good_to_know: '' },
  branding: false,
  inlineBranding: false,
  affiliateBranding: { enabled: false, token: null },
  inlineBorder: true,
  language: 'en',
  useGeoLocation: true,
  showVisitorsWithLocationOnly: false,
  showClose: true,
  direction: 'ltr',
  conversion: { avatar: false, firstname: true, lastname: false, location: true },
  holdout: 10,
  preApproveReviews: false,
  preApproveSignups: false,
  preApprovePurchases: false,
}

/** A site stores what differs from the defaults. */
export const fullOptions = (stored: Partial<SiteOptions>): SiteOptions => ({
  ...defaultSiteOptions,
  ...stored,
})
