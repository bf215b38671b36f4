/** Optional parts of a card: stars, a progress bar, a code, terms. */
import { addStyle } from '../card/theme.ts'
import type { More } from '../renderer.ts'
import { drawCode, drawConditions } from './offer.ts'
import { drawProgress } from './progress.ts'
import { drawStars } from './stars.ts'

const style = `
code{position:relative;z-index:1;padding:3px 10px;border:1px dashed var(--faint);border-radius:6px;font:600 14px/20px monospace;user-select:all}
.stars{position:relative;width:max-content;margin:2px 0;color:var(--accent);font-size:16px;line-height:16px;white-space:nowrap}
.stars,i{unicode-bidi:normal}
.stars i{position:absolute;top:0;inset-inline-start:0;overflow:hidden;font-style:normal}
.bar{height:6px;margin-top:8px;overflow:hidden;background:#87909a1f;border-radius:4px}
.bar i{display:block;height:100%;background:var(--accent);border-radius:4px;forced-color-adjust:none}
.code{display:flex;gap:6px;margin-top:8px}
.copy{padding:3px 12px;border-radius:6px;color:var(--card);background:var(--accent);font-weight:600}
.terms{display:block;max-width:100%;min-height:24px;margin-top:4px;overflow:hidden;color:var(--faint);border:0;font-size:12px;text-align:inherit;white-space:nowrap;text-overflow:ellipsis}
.terms[aria-expanded=true]{white-space:normal}
@media(forced-colors:active){.bar{outline:1px solid CanvasText}.bar i{background:CanvasText}}`

export const enrichCard: More['enrich'] = (body, item, phrases) => {
  const { stars, threshold, code, conditions } = item
  const progress = threshold && drawProgress(body.firstElementChild?.id ?? '')
  if (stars) body.querySelector('span')?.before(drawStars(stars, phrases))
  if (progress) body.append(progress.bar)
  if (code) body.append(drawCode(code, phrases))
  if (conditions) body.append(drawConditions(conditions))
  addStyle(body, style)

  return ({ reached }) => progress?.show(reached)
}
