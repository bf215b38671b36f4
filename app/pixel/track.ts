/**
 * Reports events to the server. Stores nothing: events that can't be sent while the page is open
 * are lost. Each tab queues and sends only its own events, so no event is sent twice and no tab
 * waits for another.
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
/** Some pages change our requests until no response can be read. Takes about twenty minutes. */
const mostFailures = 11
/** The server's limit per batch. */
const mostEvents = 100

type Unsent<Event> = Event extends PixelEvent ? Omit<Event, 'id' | 'page'> : never
/** `page` is the present one by default. */
export type Happening = Unsent<PixelEvent> & { page?: string }

/**
 * Reports in the next batch; `now` for a page that is about to be left, `later` for events that
 * aren't worth a request and are sent with the next batch or at the end of the page.
 */
export type ReportEvent = (happening: Happening, when?: 'now' | 'later') => void

/** Drops the queue when `isStopped`, because the page asked to send nothing more. */
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
    // The timer that was set then is still running.
    if (readClock() < closedUntil) return
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) {
      failures = 0
      return
    }
    // Batches above the browser's limit (64 KiB with keepalive) fail like all others, and are
    // halved.
    const batch = waiting.splice(0, Math.ceil(mostEvents / 2 ** failures))
    if (waiting.length) sendAfter(gatherMillis)
    void post(batch).catch(() => {})
  }

  const post = async (batch: PixelEvent[]) => {
    const answer = await sendRequest(address, {
      method: 'POST',
      // text/plain needs no preflight, and keepalive outlives the page.
      body: `{"events":[${batch.map(writeJson).join()}]}`,
      keepalive: true,
    })
    if (!mayRetry(answer) || failures > mostFailures) {
      failures = 0
      return
    }
    // A late heartbeat would report a visitor who may have left.
    waiting = batch.concat(waiting).filter(isLasting).slice(0, mostEvents)
    failures++
    const asked = readRetryAfter(answer)
    closedUntil = readClock() + asked
    sendAfter(asked + backOff(failures, Math.random()))
  }

  listen(window, 'pagehide', send)
  listen(document, 'visibilitychange', () => {
    if (document.hidden) send()
  })

  return guarded((happening, when) => {
    if (waiting.length >= mostEvents && !failures) send()
    // After a failure the next batch may be sent much later.
    if (waiting.length >= mostEvents || (failures && !isLasting(happening))) return
    const { id } = visitor
    waiting.push({
      id: makeId(),
      page: readPath(),
      // Read on sending, so that events lose the id of a visitor who withdraws consent.
      get visitor() {
        return visitor.id === id ? id : undefined
      },
      ...happening,
    })
    if (when === 'now') send()
    else if (!when && !timer) sendAfter(gatherMillis)
  })
}

const isLasting = ({ type }: Happening) => type !== 'heartbeat'
