/** The script with all that shows: when something is shown, and how it looks. */
import '../core.ts'
import { sharedCard } from '../card/lent.ts'
import { guarded } from '../quiet.ts'
import { playNudges } from './play.ts'

guarded(() => {
  Object.assign(window.footfall?.tools ?? {}, sharedCard)
  window.footfall?.render?.({ playNudges })
})()
