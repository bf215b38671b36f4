/** The script for what few nudges need: places inside of the page, offers, ratings, explanations. */
import '../core.ts'
import { guarded } from '../guard.ts'
import { enrichCard } from './enrich.ts'
import { explainNudge } from './explain.ts'
import { showInline } from './inline.ts'

guarded(() => window.footfall?.render?.({ enrichCard, explainNudge, showInline: showInline }))()
