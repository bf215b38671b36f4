/** Optional parts of a card: stars, a progress bar, a code, terms. Payloads with them have their CSS. */
import type { More } from '../renderer.ts'
import { drawCode, drawConditions } from './offer.ts'
import { drawProgress } from './progress.ts'
import { drawStars } from './stars.ts'

export const enrichCard: More['enrich'] = (body, item, phrases) => {
  const { stars, lang, threshold, code, conditions } = item
  const progress = threshold && drawProgress(body.firstElementChild?.id ?? '')
  const text = body.querySelector('span')
  if (stars) body.querySelector('em')?.after(drawStars(stars, phrases))
  if (text && lang) text.lang = lang
  if (progress) body.append(progress.bar)
  if (code) body.append(drawCode(code, phrases))
  if (conditions) body.append(drawConditions(conditions))

  return ({ reached }) => progress?.show(reached)
}
