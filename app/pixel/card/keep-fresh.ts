/**
 * Keeps a shown item up to date: renders it again when the page's facts change, and every minute.
 */
import type { PixelItem } from '#app/contract/pixel.ts'
import { later } from '../guard.ts'
import type { RenderContext, ItemText } from '../renderer.ts'

const minuteMillis = 60_000
/** Timers may fire slightly early, which would show the last minute twice. */
const graceMillis = 20

/**
 * Calls `showAgain` with the text, or null when there is nothing to show any more. Returns a function
 * that stops it.
 */
export const keepFresh = (
  item: PixelItem,
  stage: RenderContext,
  showAgain: (words: ItemText | null, isNews: boolean) => void,
) => {
  let timer: ReturnType<typeof setTimeout> | undefined

  const tick = () => {
    // When the remaining minutes change.
    const left = ((item.until ?? 0) * 1000 - stage.now() * 1000) % minuteMillis
    timer = later((left > 0 ? left : left + minuteMillis) + graceMillis, () => {
      showAgain(stage.format(item), false)
      tick()
    })
  }

  const stop = stage.onFacts(() => showAgain(stage.format(item), true))
  tick()
  return () => {
    stop()
    clearTimeout(timer)
  }
}
