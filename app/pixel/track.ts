/** Tells the server what happened. Nothing is stored: what a page cannot send while open is lost. */
import type { PixelEvent } from '../contract/pixel.ts'
import { later, listen, readClock, silence } from './quiet.ts'
import { request } from './request.ts'
import { backOff, mayRetry, readRetryAfter } from './retry.ts'

const gatherMillis = 1000
/** The server's limit of one batch. */
const mostEvents = 100
/** The contract's limit of a path; a longer one would have the event refused. */
const mostPathLength = 512

type Unsent<Event> = Event extends PixelEvent ? Omit<Event, 'id' | 'page'> : never
type Happening = Unsent<PixelEvent>

/**
 * Reports soon, with others; `now` for a page that is about to be left, `later` for what is worth no
 * request of its own and goes with the next or with the end of the page.
 */
export type Report = (happening: Happening, when?: 'now' | 'later') => void

export const createReport = (address: string): Report => {
  let waiting: PixelEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let closedUntil = 0

  const sendAfter = (millis: number) => {
    clearTimeout(timer)
    timer = later(millis, send)
  }

  const send = () => {
    const closed = closedUntil - readClock()
    if (closed > 0) {
      sendAfter(closed)
      return
    }
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const batch = waiting
    waiting = []
    void post(batch)
  }

  const post = async (batch: PixelEvent[]) => {
    const answer = await request(address, {
      method: 'POST',
      // Text needs no preflight, and keepalive outlives the page.
      body: write({ events: batch }) ?? null,
      keepalive: true,
    })
    if (!mayRetry(answer)) {
      failures = 0
      return
    }
    // A heartbeat told minutes later would say that the visitor is here then.
    waiting = batch.concat(waiting).filter(isLasting).slice(0, mostEvents)
    failures++
    const asked = readRetryAfter(answer && answer.retryAfter, Date.now())
    closedUntil = readClock() + asked
    sendAfter(asked + backOff(failures, Math.random()))
  }

  listen(window, 'pagehide', send)
  listen(document, 'visibilitychange', () => {
    if (document.hidden) send()
  })

  return silence((happening, when) => {
    if (waiting.length >= mostEvents && !failures) send()
    // While a timer runs, the next batch may be far away.
    if (waiting.length >= mostEvents || (timer !== undefined && !isLasting(happening))) return
    waiting.push({ id: makeId(), page: readPath(), ...happening })
    if (when === 'now') send()
    else if (!when && timer === undefined) sendAfter(gatherMillis)
  })
}

const isLasting = ({ type }: Happening) => type !== 'heartbeat'

const makeId = () => {
  let id = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
    id += byte.toString(16).padStart(2, '0')
  }
  return id
}

/** A framed document without an address of its own has a path like `srcdoc`. */
const readPath = () =>
  location.pathname[0] === '/' ? location.pathname.slice(0, mostPathLength) : '/'

/**
 * Only single texts and numbers go through JSON.stringify: pages with Prototype.js give arrays and
 * objects a `toJSON` of their own, which turns a list into a text (sentry-javascript issue 2205).
 * Undefined for what JSON has no word for, such as a function.
 */
const write = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || !value) return JSON.stringify(value)
  const isList = Array.isArray(value)
  let parts = ''
  for (const [name, part] of Object.entries(value)) {
    const text = write(part)
    if (text) parts += `${parts && ','}${isList ? '' : `${JSON.stringify(name)}:`}${text}`
  }
  return isList ? `[${parts}]` : `{${parts}}`
}
