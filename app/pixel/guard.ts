/** Keeps all errors of the pixel away from the page: creates all listeners and timers. */

/** The result of `work`; null when it throws. */
export const attempt = <Answer>(work: () => Answer): Answer | null => {
  try {
    return work()
  } catch {
    // The page's error reports aren't the place for our errors.
    return null
  }
}

/** Wraps `work` so that errors don't reach the page. */
export const guarded =
  <Args extends unknown[]>(work: (...args: Args) => void) =>
  (...args: Args) =>
    void attempt(() => work(...args))

/** Runs `work` after so many milliseconds. */
export const later = (millis: number, work: () => void) => setTimeout(guarded(work), millis)

type Events = DocumentEventMap & {
  pagehide: Event
  pageshow: PageTransitionEvent
  prerenderingchange: Event
}

/**
 * Listens in the capture phase, where no page can stop the event earlier. Returns a function that
 * stops it.
 */
export const listen = <Type extends keyof Events>(
  target: EventTarget,
  type: Type,
  work: (event: Events[Type]) => void,
) => {
  // Browsers fire each type with its own event class, which EventTarget's type can't express.
  const guardedWork = guarded(work) as EventListener
  target.addEventListener(type, guardedWork, true)
  return () => target.removeEventListener(type, guardedWork, true)
}

/** Runs `work` now, or when `isReady` is first true after an event of that type on the document. */
export const runWhen = (isReady: () => boolean, type: keyof Events, work: () => void) => {
  if (isReady()) {
    work()
    return
  }
  const stop = listen(document, type, () => {
    if (!isReady()) return
    stop()
    work()
  })
}

/** Runs `work` now, or when the tab first becomes visible. */
export const whenVisible = (work: () => void) =>
  runWhen(() => !document.hidden, 'visibilitychange', work)

/** Milliseconds of a monotonic clock. */
export const readClock = () => performance.now()
