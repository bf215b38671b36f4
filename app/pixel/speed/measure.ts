/**
 * Measures how fast a page load is and tells it once, when the page is left. The browser has kept what
 * happened before this script came. What each figure is: web.dev/articles/vitals.
 */
import type { View } from '../core.ts'
import { listen, guarded } from '../guard.ts'

/** Of layout shifts and of events: missing in lib.dom. */
type Entry = PerformanceEntry & {
  value?: number
  hadRecentInput?: boolean
  /** 0 for what is no press and no key. */
  interactionId?: number
}

const types = ['largest-contentful-paint', 'layout-shift', 'first-input', 'event']
/** Of shorter events only the first press of the page is told. */
const slowMillis = 40
/** Shifts with less than `gapMillis` between them count together, for `windowMillis` at most. */
const gapMillis = 1000
const windowMillis = 5000

export const measureVitals = ({ turn, payload, core }: View) => {
  // Of a document that shows several pages only the first one was loaded.
  if (turn - (performance.timeOrigin >>> 0) > 1 || payload.withheld === 'paused') return
  // Nothing is painted for nobody: such a page waited to be looked at.
  const wasHidden = performance.getEntriesByName('hidden').length
  let lcp: number | undefined
  let cls: number | undefined
  let inp: number | undefined
  let shifted = 0
  let firstAt = 0
  let lastAt = 0

  const note = (entries: Entry[]) => {
    for (const {
      entryType,
      startTime,
      duration,
      value,
      hadRecentInput,
      interactionId,
    } of entries) {
      if (entryType === types[0]) lcp = wasHidden ? undefined : startTime
      else if (value === undefined) {
        if (interactionId !== 0) inp = Math.max(inp ?? 0, duration)
      } else if (!hadRecentInput) {
        if (startTime - lastAt > gapMillis || startTime - firstAt > windowMillis) {
          shifted = 0
          firstAt = startTime
        }
        lastAt = startTime
        cls = Math.max(cls ?? 0, (shifted += value))
      }
    }
  }

  const observer = new PerformanceObserver(guarded((list) => note(list.getEntries())))
  for (const type of types) {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) continue
    if (type === 'layout-shift') cls = 0
    observer.observe({ type, buffered: true, ...{ durationThreshold: slowMillis } })
  }

  const stop = listen(document, 'visibilitychange', () => {
    if (!document.hidden) return
    stop()
    note(observer.takeRecords())
    observer.disconnect()
    core.report(
      { type: 'speed', lcp, cls, inp, own: window.footfall?.tools?.mainThreadMillis ?? 0 },
      'now',
    )
  })
}
