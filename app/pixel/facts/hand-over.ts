/**
 * The script for what only some pages and nudges ask for: the page API, words with numbers in them,
 * forms that tell a sign-up, goals that are a click or a form, and visitors who stay for longer than a
 * minute.
 */
import type { Parts } from '../core.ts'
import { startHeartbeat } from '../heartbeat.ts'
import { silence } from '../quiet.ts'
import { capture } from './forms.ts'
import { watchGoals } from './goals.ts'
import { take } from './page-api.ts'
import { tellItem } from './words.ts'

const captureAll: Parts['capture'] = (core, forms, goals) => {
  capture(core, forms)
  watchGoals(core, goals)
}

silence(() =>
  window.footfall?.render?.({ tellItem, take, capture: captureAll, beat: startHeartbeat }),
)()
