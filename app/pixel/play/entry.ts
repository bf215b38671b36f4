/** Entry of the script that shows nudges. */
import '../core.ts'
import { sharedCard } from '../card/shared-card.ts'
import { guarded } from '../guard.ts'
import { playNudges } from './play-nudges.ts'

guarded(() => {
  const { tools, render } = window.footfall ?? {}
  Object.assign(tools ?? {}, sharedCard)
  render?.({ play: playNudges })
})()
