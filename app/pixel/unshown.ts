/**
 * Which nudges stay unshown, and why.
 *
 * An evaluation asks once whether a nudge is shown; it ends in an impression or in one reason, so
 * that impressions + reasons = evaluations. A page view makes, as soon as its payload is there, one
 * for each nudge that will have no turn (or a single one without a nudge when everything is
 * withheld), and one for each turn when the visitor sees it. A turn that nobody saw, or that the page
 * was left before, decided nothing: it is no evaluation. Nor is a payload that never came.
 */
import type { NotShownReason, PixelPayload } from '../contract/pixel.ts'
import type { Showing } from './schedule.ts'

type Reason = { nudge?: string; reason: NotShownReason }

/** The reasons that are known when the payload has come; `showings` are the turns to come. */
export const listUnshown = (
  { withheld, nudges, unshown = [] }: PixelPayload,
  showings: readonly Showing[],
): Reason[] => {
  if (withheld) return [{ reason: withheld }]
  const left = nudges.filter((nudge) => !showings.some((showing) => showing.nudge === nudge))

  return [
    ...unshown,
    ...left.map(({ id, items }) => ({
      nudge: id,
      reason: items.length ? ('capped' as const) : ('no_data' as const),
    })),
  ]
}
