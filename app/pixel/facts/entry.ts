/**
 * Entry of the script for features that only some pages and nudges use: the page API, numbers in
 * texts, goals by click or form, and visits of more than a minute.
 */
import type { Parts } from '../core.ts'
import { startHeartbeat } from '../heartbeat.ts'
import { guarded } from '../guard.ts'
import { isAllowed } from './consent.ts'
import { watchGoals } from './goals.ts'
import { handleCall } from './page-api.ts'
import { fillItem } from './fill-item.ts'

const watchSubmissions: Parts['forms'] = ({ core, payload, parts, load, isOver }, forms) => {
  if (forms?.length) {
    load('forms', () => {
      if (!isOver()) parts.capture?.(core, forms, isAllowed)
    })
  }
  watchGoals(core, payload.goals)
}

guarded(() =>
  window.footfall?.render?.({
    fill: fillItem,
    call: handleCall,
    forms: watchSubmissions,
    beat: startHeartbeat,
  }),
)()
