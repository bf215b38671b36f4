/** The script for what few nudges need: places inside of the page, offers, ratings, explanations. */
import '../core.ts'
import { silence } from '../quiet.ts'
import { enrich } from './enrich.ts'
import { explain } from './explain.ts'
import { showInline } from './inline.ts'

silence(() => window.footfall?.render?.({ enrich, explain, inline: showInline }))()
