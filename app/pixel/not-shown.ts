/**
 * Which nudges aren't shown, and why.
 *
 * An evaluation checks once whether a nudge is shown. It ends with an impression or one reason, so
 * impressions + reasons = evaluations. A page view has one for each nudge that isn't eligible (or a
 * single one without a nudge when everything is withheld), as soon as its payload has arrived. It
 * has one for each showing, when the visitor sees it or it turns out to have no text, and one for
 * each nudge without a showing, after the last showing. A showing that no one saw, or that the
 * visitor left before, is no evaluation. Neither is a payload that never arrived, or a page on
 * which nothing is ever shown. If later facts give a nudge showings that it didn't have, that is
 * another evaluation.
 */
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { Plan } from './plan.ts'

type Reason = { nudge?: string; reason: NotShownReason }

/** Reasons that are known when the payload has arrived. */
export const listNotShown = (
  withheld: NotShownReason | undefined,
  unshown: PixelPayload['unshown'] = [],
  { reasons }: Pick<Plan, 'reasons'>,
): Reason[] => (withheld ? [{ reason: withheld }] : [...unshown, ...reasons])
