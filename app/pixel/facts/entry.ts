/**
 * The script for what only some pages and nudges ask for: the page API, words with numbers in them,
 * forms that tell a sign-up, goals that are a click or a form, and visitors who stay for longer than a
 * minute.
 */
import type { Parts } from '../core.ts'
import { startHeartbeat } from '../heartbeat.ts'
import { guarded } from '../guard.ts'
import { captureForms } from './forms.ts'
import { watchGoals } from './goals.ts'
import { handleCall } from './page-api.ts'
import { fillItem } from './fill-item.ts'

const watchSubmissions: Parts['watchSubmissions'] = (core, forms, goals) => {
  captureForms(core, forms)
  watchGoals(core, goals)
}

guarded(() =>
  window.footfall?.render?.({
    fillItem,
    handleCall,
    watchSubmissions: watchSubmissions,
    startHeartbeat: startHeartbeat,
  }),
)()
