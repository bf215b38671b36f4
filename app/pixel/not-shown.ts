/**
 * Which nudges stay unshown, and why.
 *
 * An evaluation asks once whether a nudge is shown; it ends in an impression or in one reason, so
 * that impressions + reasons = evaluations. A page view makes, as soon as its payload is there, one
 * for each nudge that is not for here and now (or a single one without a nudge when everything is
 * withheld), one for each turn when the visitor sees it or it turns out to have nothing to tell, and
 * one for each nudge that had no turn when all turns are over.
 * A turn that nobody saw, or that the page was left before, decided nothing: it is no evaluation. Nor
 * is a payload that never came, or a page on which nothing is ever shown. What the page tells later
 * may give a nudge turns that had none: that is another evaluation.
 */
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { Plan } from './plan.ts'

type Reason = { nudge?: string; reason: NotShownReason }

/** The reasons that are known when the payload has come. */
export const listNotShown = (
  withheld: NotShownReason | undefined,
  unshown: PixelPayload['unshown'] = [],
  { reasons }: Pick<Plan, 'reasons'>,
): Reason[] => (withheld ? [{ reason: withheld }] : [...unshown, ...reasons])
