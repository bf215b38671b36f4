/** Nothing the pixel does may reach the page as an error: every listener and timer is made here. */

/** What `work` answers; null where it throws. */
export const attempt = <Answer>(work: () => Answer): Answer | null => {
  try {
    return work()
  } catch {
    // The page is not ours to alarm, and its error reports are not the place for our faults.
    return null
  }
}

/** The same work, with whatever it throws kept from the page. */
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

/** Listens in the capture phase, where no page can stop the event first. Call the answer to stop. */
export const listen = <Type extends keyof Events>(
  target: EventTarget,
  type: Type,
  work: (event: Events[Type]) => void,
) => {
  // The browser sends each type with the event of its name; EventTarget's own type cannot say so.
  const guardedWork = guarded(work) as EventListener
  target.addEventListener(type, guardedWork, true)
  return () => target.removeEventListener(type, guardedWork, true)
}

/** Runs `work` now or when `isReady` first holds after an event of that type on the document. */
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

/** Runs `work` now or when the tab is looked at for the first time. */
export const whenTabVisible = (work: () => void) =>
  runWhen(() => !document.hidden, 'visibilitychange', work)

/** Milliseconds on a clock that nobody sets back. */
export const readClock = () => performance.now()
