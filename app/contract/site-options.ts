/**
 * How a site's nudges look and behave. Names and defaults come from the specification. Shared by
 * the dashboard, the server and (types only) the pixel.
 */
import { z } from 'zod'
import { cardDesign, plainDesign } from './card-design.ts'

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

export const directions = ['ltr', 'rtl', 'auto'] as const

export const animations = ['slide-in', 'fade-in', 'none'] as const

/** Languages that nudges are available in; BCP 47. */
export const languages = [
  'en',
  'de',
  'fr',
  'nl',
  'es',
  'ar',
  'it',
  'pt',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'sk',
  'hu',
  'ro',
  'tr',
  'el',
  'uk',
  'ja',
  'ko',
  'zh-Hans',
  'he',
  'vi',
  'id',
] as const
export type NudgeLanguage = (typeof languages)[number]

const hexColor = z.string().regex(/^#[0-9a-f]{6}$/, 'must be a color like #0a7d4f')

/** Number of colors in a site's color library. */
export const libraryColors = 14

/** Every payload contains them. */
export const mostCheckoutPaths = 10

/**
 * The beginning of a URL, from its path on. It can have a query and a fragment, because some shops
 * have all pages at one path. Needs a letter or a digit: the site's root would make every page a
 * checkout.
 */
export const pathBeginning = z
  .string()
  .max(100)
  .regex(/^\/(?=.*[\p{L}\p{N}])[^\s\p{Cc}\p{Cs}]+$/u, 'must be the beginning of a path like /till')

const heading = z
  .string()
  .trim()
  .max(40)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not have control characters')

export const siteOptions = z.object({
  /**
   * `custom` uses `timings`. `standard` uses the default timings. `accelerated` shows nudges
   * equally long and halves the pauses.
   */
  timingMode: z.enum(['custom', 'standard', 'accelerated']),
  /** The same as `timingMode: accelerated`, which it is stored with. See `fullOptions`. */
  acceleratedMode: z.boolean(),
  /** How long a nudge stays, the pause between two nudges, and the pause before the first. */
  timings: z.object({ show: milliseconds, wait: milliseconds, initial: milliseconds }),
  /** Distance to the edge of the window. */
  offset: z.object({ vertical: pixels, horizontal: pixels }),
  position: z.enum(positions),
  mobilePosition: z.enum(positions),
  animation: z.enum(animations),
  /** Limit per page view, while `limitNudges` is on. */
  maxNudges: z.number().int().min(1).max(20),
  limitNudges: z.boolean(),
  /** Starts over after the last nudge, with current ages. */
  loop: z.boolean(),
  /**
   * Starts with a different nudge on each page view. Off: a visit starts with the first, and its
   * next pages continue.
   */
  nudgeRandomization: z.boolean(),
  /** Nudges that close together with one: none, all on this page, or all during this visit. */
  closeNudgeBehaviour: z.enum(['nudge', 'page', 'visit']),
  /** Page rules match the path only. Off: the path and the query. */
  ignoreQueryParameters: z.boolean(),
  /** Beginnings of URLs that are checkouts, in addition to those known by their words. */
  checkoutPaths: z.array(pathBeginning).max(mostCheckoutPaths),
  /** `auto`: light or dark like the page behind the nudge. */
  theme: z.enum(['light', 'dark', 'auto']),
  /** Brand color: of icons and their tiles, headings, stars, buttons and the focus ring. */
  color: hexColor,
  /** Colors that the owner can choose from for `color`. */
  colorLibrary: z.array(hexColor).length(libraryColors),
  /** Design of cards. A compact line has none. */
  design: cardDesign,
  imagePosition: z.enum(['start', 'end', 'none']),
  /** Shows the heading of a nudge's category. */
  showNudgeTitle: z.boolean(),
  /** Headings. The language's defaults when empty. */
  categoryTitles: z.object({
    popular: heading,
    selling_fast: heading,
    order_soon: heading,
    good_to_know: heading,
  }),
  /** Shows our link at the bottom of a nudge. */
  branding: z.boolean(),
  inlineBranding: z.boolean(),
  /** Adds the owner's token to the link. */
  affiliateBranding: z.object({ enabled: z.boolean(), token: z.string().max(100).nullable() }),
  inlineBorder: z.boolean(),
  language: z.enum(languages),
  /** Texts are in the language that the page names, where `languages` has it. */
  usePageLanguage: z.boolean(),
  /** Uses the visitor's country for targeting and texts. */
  useGeoLocation: z.boolean(),
  /** Hides activities without a place. */
  showVisitorsWithLocationOnly: z.boolean(),
  showClose: z.boolean(),
  /** `auto`: the page's. Popups on the left are then on the right of pages from right to left. */
  direction: z.enum(directions),
  /** Which facts about a person can be shown. */
  conversion: z.object({
    /** The initial of the name when the activity has no image. */
    avatar: z.boolean(),
    firstname: z.boolean(),
    lastname: z.boolean(),
    location: z.boolean(),
  }),
  /**
   * Percentage of visitors in the holdout group, who see no nudges, to measure the effect of
   * nudges.
   */
  holdout: z.number().int().min(0).max(50),
  /** Automatic approval of reviews that only a page reported. The next two do the same for sign-ups and purchases. */
  preApproveReviews: z.boolean(),
  preApproveSignups: z.boolean(),
  preApprovePurchases: z.boolean(),
})
export type SiteOptions = z.infer<typeof siteOptions>

/** Dark enough for white text on them and for them on white (WCAG 2.2, 1.4.3). */
const defaultColors = [
  ...['#0b6e4f', '#0a5fd0', '#8a2be2', '#b3261e', '#9a5b00', '#a3195b', '#00687a'],
  ...['#3f51b5', '#5d4037', '#455a64', '#1b5e20', '#6a1b9a', '#ad1457', '#16191d'],
]

export const defaultColor = '#0b6e4f'

export const defaultSiteOptions: SiteOptions = {
  timingMode: 'custom',
  acceleratedMode: false,
  timings: { show: 5000, wait: 1000, initial: 0 },
  offset: { vertical: 20, horizontal: 20 },
  position: 'bottom-left',
  mobilePosition: 'bottom-right',
  animation: 'slide-in',
  maxNudges: 1,
  limitNudges: true,
  loop: false,
  nudgeRandomization: false,
  closeNudgeBehaviour: 'visit',
  ignoreQueryParameters: true,
  checkoutPaths: [],
  theme: 'auto',
  color: defaultColor,
  colorLibrary: defaultColors,
  design: plainDesign,
  imagePosition: 'start',
  showNudgeTitle: false,
  categoryTitles: { popular: '', selling_fast: '', order_soon: '', good_to_know: '' },
  branding: false,
  inlineBranding: false,
  affiliateBranding: { enabled: false, token: null },
  inlineBorder: true,
  language: 'en',
  usePageLanguage: false,
  useGeoLocation: true,
  showVisitorsWithLocationOnly: false,
  showClose: true,
  direction: 'auto',
  conversion: { avatar: false, firstname: true, lastname: false, location: true },
  holdout: 10,
  preApproveReviews: false,
  preApproveSignups: false,
  preApprovePurchases: false,
}

/** Gives visitors time to arrive. Only used where an owner chooses it. */
export const calmTimings: SiteOptions['timings'] = { initial: 4000, show: 7000, wait: 4000 }

/**
 * A site stores only what differs from the defaults. Where `acceleratedMode` and `timingMode`
 * contradict each other, the mode counts: it says more.
 */
export const fullOptions = (stored: Partial<SiteOptions>): SiteOptions => ({
  ...defaultSiteOptions,
  ...stored,
  ...timingModeOf(stored),
})

/** Both options of the timing mode, from either. Empty when neither is given. */
export function timingModeOf({
  timingMode: given,
  acceleratedMode,
}: Partial<SiteOptions>): Partial<Pick<SiteOptions, 'timingMode' | 'acceleratedMode'>> {
  const timingMode = given ?? (acceleratedMode ? 'accelerated' : undefined)
  if (timingMode === undefined) return acceleratedMode === undefined ? {} : { acceleratedMode }
  return { timingMode, acceleratedMode: timingMode === 'accelerated' }
}
