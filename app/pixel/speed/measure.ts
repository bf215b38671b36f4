/**
 * Measures Web Vitals of a page load and reports them once, when the page is left. The browser has
 * buffered everything from before this script. For the metrics see web.dev/articles/vitals.
 */
import type { View } from '../core.ts'
import { listen, guarded } from '../guard.ts'

/** Entry of layout shifts and events. Missing in lib.dom. */
type Entry = PerformanceEntry & {
  value?: number
  hadRecentInput?: boolean
  /** 0 for events that are no interaction. */
  interactionId?: number
}

/** Missing in lib.dom, see w3.org/TR/event-timing. */
type EventTimingInit = PerformanceObserverInit & { durationThreshold: number }

const types = ['largest-contentful-paint', 'layout-shift', 'first-input', 'event']
/** For shorter events, browsers report only the first input. */
const slowMillis = 40
/** Shifts less than `gapMillis` apart form one session window of at most `windowMillis`. */
const gapMillis = 1000
const windowMillis = 5000

export const measureVitals = ({ turn, payload, core }: View) => {
  // If a document shows several pages, only the first one was loaded.
  if (turn - (performance.timeOrigin >>> 0) > 1 || payload.withheld === 'paused') return
  // A page in a background tab isn't painted until it becomes visible.
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
    observer.observe({ type, buffered: true, durationThreshold: slowMillis } as EventTimingInit)
  }

  const stop = listen(document, 'visibilitychange', () => {
    if (!document.hidden) return
    stop()
    note(observer.takeRecords())
    observer.disconnect()
    core.report({ type: 'speed', lcp, cls, inp, own: window.footfall?.tools?.millis ?? 0 }, 'now')
  })
}
