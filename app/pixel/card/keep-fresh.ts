/** Keeps a shown item up to date: renders it again every second, and when the page's facts change. */
import { guarded } from '../guard.ts'
import type { ItemText, Showing } from '../renderer.ts'

const beatMillis = 1000

/**
 * Calls `showAgain` with the text, or null when there is nothing to show any more. Returns a function
 * that stops it.
 */
export const keepFresh = (
  { formatText, onFacts }: Showing,
  showAgain: (text: ItemText | null, isNews: boolean) => void,
) => {
  const beat = setInterval(
    guarded(() => showAgain(formatText(), false)),
    beatMillis,
  )
  const stop = onFacts(() => showAgain(formatText(), true))
  return () => {
    stop()
    clearInterval(beat)
  }
}
