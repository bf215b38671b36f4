/** Keeps a shown item true: it is told again when the page's facts change and with each minute. */
import type { PixelItem } from '#app/contract/pixel.ts'
import { later } from '../guard.ts'
import type { RenderContext, ItemText } from '../renderer.ts'

const minuteMillis = 60_000
/** Timers may be early by a fraction; then the last minute would be told once more. */
const graceMillis = 20

/** `retell` gets the words, or null when there is nothing to tell any more. Call the answer to stop. */
export const keepFresh = (
  item: PixelItem,
  stage: RenderContext,
  showAgain: (words: ItemText | null, isNews: boolean) => void,
) => {
  let timer: ReturnType<typeof setTimeout> | undefined

  const tick = () => {
    // At the moment at which the minutes that are left become fewer.
    const left = ((item.until ?? 0) * 1000 - stage.now() * 1000) % minuteMillis
    timer = later((left > 0 ? left : left + minuteMillis) + graceMillis, () => {
      showAgain(stage.formatItem(item), false)
      tick()
    })
  }

  const stop = stage.onFacts(() => showAgain(stage.formatItem(item), true))
  tick()
  return () => {
    stop()
    clearTimeout(timer)
  }
}
