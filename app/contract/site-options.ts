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

export const siteOptions = z.object({
  /** Spec §9: how long a nudge stays, the pause between two, the pause before the first. */
  timings: z.object({ show: milliseconds, wait: milliseconds, initial: milliseconds }),
  /** Distance from the edge of the window. */
  offset: z.object({ vertical: pixels, horizontal: pixels }),
  position: z.enum(positions),
  mobilePosition: z.enum(positions),
  animation: z.enum(animations),
  /** How many nudges one page view shows at most. */
  maxNudges: z.number().int().min(1).max(20),
  showClose: z.boolean(),
  direction: z.enum(['ltr', 'rtl']),
  /** Which facts about a person may be shown at all. */
  conversion: z.object({
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

export const defaultSiteOptions: SiteOptions = {
  timings: { show: 5000, wait: 1000, initial: 0 },
  offset: { vertical: 20, horizontal: 20 },
  position: 'bottom-left',
  mobilePosition: 'bottom-right',
  animation: 'slide-in',
  maxNudges: 1,
  showClose: true,
  direction: 'ltr',
  conversion: { avatar: false, firstname: true, lastname: false, location: true },
  holdout: 10,
  preApproveReviews: false,
  preApproveSignups: false,
  preApprovePurchases: false,
}
