/** Which of the built scripts shows a payload's nudges. */
import type { PixelItem, PixelNudge, PixelOptions, PixelPayload } from '#app/contract/pixel.ts'

/**
 * `plain` when popups with final texts are all that there is to show, with the commonest settings:
 * that script lacks what the others need. Undefined: the one that can do everything.
 */
export const chooseScript = ({
  nudges,
  options,
}: Pick<PixelPayload, 'nudges' | 'options'>): PixelPayload['script'] =>
  nudges.length > 0 && hasPlainRhythm(options) && nudges.every((nudge) => isPlain(nudge, options))
    ? 'plain'
    : undefined

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
