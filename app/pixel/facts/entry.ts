/**
 * Entry of the script for features that only some pages and nudges use: the page API, numbers in
 * texts, forms that count as sign-ups, goals by click or form, and visits of more than a minute.
 */
import type { Parts } from '../core.ts'
import { startHeartbeat } from '../heartbeat.ts'
import { guarded } from '../guard.ts'
import { captureForms } from './forms.ts'
import { watchGoals } from './goals.ts'
import { handleCall } from './page-api.ts'
import { fillItem } from './fill-item.ts'

const watchSubmissions: Parts['forms'] = (core, forms, goals) => {
  captureForms(core, forms)
  watchGoals(core, goals)
}

guarded(() =>
  window.footfall?.render?.({
    fill: fillItem,
    call: handleCall,
    forms: watchSubmissions,
    beat: startHeartbeat,
  }),
)()
