/** Which of the built scripts shows a payload's nudges. */
import type { PixelItem, PixelNudge, PixelOptions, PixelPayload } from '#app/contract/pixel.ts'

/**
 * `plain` when popups with final texts are all that there is to show, with the commonest settings:
 * that script lacks what the others need. `joined` is the file with all parts that the nudges need,
 * and no others: facts are in it where the page needs them to decide anything, forms aren't,
 * because few pages have them.
 */
export function chooseScript({
  nudges,
  options,
  goals = [],
}: Pick<PixelPayload, 'nudges' | 'options' | 'goals'>): Pick<PixelPayload, 'script' | 'joined'> {
  if (nudges.length === 0) return {}
  const isOpen = !nudges.every(({ items }) => items.every(hasFinalText))
  const needsFacts = isOpen || goals.length > 0
  if (hasPlainRhythm(options) && nudges.every((nudge) => isPlain(nudge, options))) {
    return { script: 'plain', ...(needsFacts ? { joined: 'plain-facts' } : {}) }
  }
  if (nudges.some(({ isRich }) => isRich)) {
    return { joined: needsFacts ? 'showing-more-facts' : 'showing-more' }
  }
  return needsFacts ? { joined: 'showing-facts' } : {}
}

const hasPlainRhythm = (options: PixelOptions): boolean =>
  options.maxNudges === 1 &&
  !options.loop &&
  !options.nudgeRandomization &&
  options.closeNudgeBehaviour === undefined

function isPlain(nudge: PixelNudge, ofSite: PixelOptions): boolean {
  const { imagePosition, showClose } = { ...ofSite, ...nudge.look }
  return (
    nudge.surface === 'popup' &&
    imagePosition === 'start' &&
    showClose &&
    nudge.rules?.until == null &&
    !nudge.isRich &&
    !nudge.isPersistent &&
    !nudge.rotates &&
    !nudge.skipsSeen &&
    nudge.items.every(hasFinalText)
  )
}

const hasFinalText = ({ count, threshold, hasVariables, countsDown }: PixelItem): boolean =>
  !(count ?? threshold ?? hasVariables ?? countsDown)
