/** Entry of the script that shows nudges. */
import '../core.ts'
import { sharedCard } from '../card/shared-card.ts'
import { guarded } from '../guard.ts'
import { playNudges } from './play-nudges.ts'

guarded(() => {
  Object.assign(window.footfall?.tools ?? {}, sharedCard)
  window.footfall?.render?.({ play: playNudges })
})()
