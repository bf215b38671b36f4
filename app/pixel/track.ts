/**
 * Tells the server what happened. Nothing is stored: what a page cannot send while it is open is lost.
 * Each tab has its own queue and sends what happened in it and nothing else, so no two tabs ever send
 * one event, and none waits for another.
 */
import type { PixelEvent } from '#app/contract/pixel-events.ts'
import type { Visitor } from './core.ts'
import { makeId } from './id.ts'
import { writeJson } from './json.ts'
import { later, listen, readClock, guarded } from './guard.ts'
import { readPath } from './page.ts'
import { sendRequest } from './request.ts'
import { backOff, mayRetry, readRetryAfter } from './retry.ts'

const gatherMillis = 1000
/** The server's limit of one batch. */
const mostEvents = 100

type Unsent<Event> = Event extends PixelEvent ? Omit<Event, 'id' | 'page'> : never
export type Happening = Unsent<PixelEvent>

/**
 * Reports soon, with others; `now` for a page that is about to be left, `later` for what is worth no
 * request of its own and goes with the next or with the end of the page.
 */
export type ReportEvent = (happening: Happening, when?: 'now' | 'later') => void

/** What waits when it `isStopped` is dropped: a request after that would break the page's word. */
export const createReport = (
  address: string,
  visitor: Pick<Visitor, 'id'>,
  isStopped: () => boolean,
): ReportEvent => {
  let waiting: PixelEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let closedUntil = 0

  const sendAfter = (millis: number) => {
    clearTimeout(timer)
    timer = later(millis, send)
  }

  const send = () => {
    if (isStopped()) waiting = []
    const closed = closedUntil - readClock()
    if (closed > 0) {
      sendAfter(closed)
      return
    }
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) {
      failures = 0
      return
    }
    // What a browser finds too long for one request (64 KiB with keepalive) fails like all else.
    const batch = waiting.splice(0, Math.ceil(mostEvents / 2 ** failures))
    if (waiting.length) sendAfter(gatherMillis)
    void post(batch).catch(() => {})
  }

  const post = async (batch: PixelEvent[]) => {
    const answer = await sendRequest(address, {
      method: 'POST',
      // Text needs no preflight, and keepalive outlives the page.
      body: `{"events":[${batch.map(writeJson).join()}]}`,
      keepalive: true,
    })
    if (!mayRetry(answer)) {
      failures = 0
      return
    }
    // A heartbeat told minutes later would say that the visitor is here then.
    waiting = batch.concat(waiting).filter(isLasting).slice(0, mostEvents)
    failures++
    const asked = readRetryAfter(answer?.headers.get('retry-after'), Date.now())
    closedUntil = readClock() + asked
    sendAfter(asked + backOff(failures, Math.random()))
  }

  listen(window, 'pagehide', send)
  listen(document, 'visibilitychange', () => {
    if (document.hidden) send()
  })

  return guarded((happening, when) => {
    if (waiting.length >= mostEvents && !failures) send()
    // After a failure the next batch may be far away.
    if (waiting.length >= mostEvents || (failures && !isLasting(happening))) return
    const { id } = visitor
    waiting.push({
      id: makeId(),
      page: readPath(),
      // Read when it is sent: what waits leaves without the name of who took his consent back.
      get visitor() {
        return visitor.id === id ? id : undefined
      },
      ...happening,
    })
    if (when === 'now') send()
    else if (!when && timer === undefined) sendAfter(gatherMillis)
  })
}

const isLasting = ({ type }: Happening) => type !== 'heartbeat'
