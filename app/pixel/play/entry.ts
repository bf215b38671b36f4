/** Entry of the script that shows nudges. */
import '../core.ts'
import { isPlain } from '../build-kind.ts'
import { sharedCard, sharedPlainCard } from '../card/shared-card.ts'
import { guarded } from '../guard.ts'
import { playNudges } from './play-nudges.ts'

guarded(() => {
  const { tools, render } = window.footfall ?? {}
  // An earlier payload of the same document may have asked for the other one, which can do more.
  if (!isPlain || !tools?.drawCard) {
    Object.assign(tools ?? {}, isPlain ? sharedPlainCard : sharedCard)
    render?.({ play: playNudges })
  }
})()
