/**
 * Entry of the script for features of few nudges: inline placement, offers, ratings, the rest of
 * the panel.
 */
import '../core.ts'
import { guarded } from '../guard.ts'
import { enrichCard } from './enrich.ts'
import { explainNudge } from './explain.ts'
import { showInline } from './inline.ts'

guarded(() =>
  window.footfall?.render?.({ enrich: enrichCard, explain: explainNudge, inline: showInline }),
)()
